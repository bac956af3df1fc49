/** Makes elements. The one way in which this page builds its parts. */

/**
 * Make an element.
 * @param {string} tag its name, with classes after dots: `li.group.winning`
 * @param {Record<string, unknown>} properties `on…` are listeners, `class` is added, undefined and false are left out
 * @param {...(Node | string | number | null | undefined | false)} children text is text, never markup
 * @returns {HTMLElement}
 */
export function h(tag, properties = {}, ...children) {
  const [name = "div", ...classes] = tag.split(".");
  const element = document.createElement(name);
  element.classList.add(...classes);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (key === "class") element.classList.add(...String(value).split(" ").filter(Boolean));
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map(text));
  return element;
}

/** @param {Node | string | number} child */
function text(child) {
  return typeof child === "number" ? String(child) : child;
}

/**
 * An element of the page that must be there.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found;
}
