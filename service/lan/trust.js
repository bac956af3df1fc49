/** Opens the steps of this phone, and goes on to the secure address by itself where the phone trusts it already. */

const port = document.body.dataset.securePort;
const secure = `https://${location.hostname}:${port}/`;
const open = /** @type {HTMLAnchorElement} */ (document.querySelector("#secure"));
const state = /** @type {HTMLElement} */ (document.querySelector("#state"));
open.href = secure;

const phone = /iPhone|iPad|Macintosh/.test(navigator.userAgent) ? "iphone" : "android";
document.querySelector(`[data-for="${phone}"]`)?.setAttribute("open", "");

/** A request to an address that the phone does not trust fails before it is sent. */
const trusted = () =>
  fetch(`${secure}healthz`, { mode: "no-cors", cache: "no-store" }).then(
    () => true,
    () => false,
  );

async function look() {
  if (!(await trusted())) return;
  document.body.classList.add("trusted");
  state.textContent = "This phone trusts the table. 呢部電話已經信任。";
  if (!new URLSearchParams(location.search).has("stay")) location.replace(secure);
}

void look();
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") void look();
});
