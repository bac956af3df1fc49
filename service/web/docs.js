/** Shows the service's own description of its API, without anything from elsewhere. */

import { byId, h } from "./dom.js";

/** @param {any} schema @param {any} all the description, for references */
function resolve(schema, all) {
  let found = schema;
  while (found?.$ref) found = all.components.schemas[found.$ref.split("/").pop()];
  return found ?? {};
}

/** In a few words what a value is. @param {any} schema @param {any} all @returns {string} */
function kind(schema, all) {
  if (schema?.$ref) return schema.$ref.split("/").pop();
  const found = schema ?? {};
  if (found.anyOf) return [...new Set(found.anyOf.map((/** @type {any} */ one) => kind(one, all)))].join(" or ");
  if (found.const !== undefined) return JSON.stringify(found.const);
  if (found.enum) return found.enum.join(" ");
  if (found.type === "array") return found.prefixItems ? `[${found.prefixItems.map((/** @type {any} */ one) => kind(one, all)).join(", ")}]` : `list of ${kind(found.items, all)}`;
  if (found.type === "object" && typeof found.additionalProperties === "object") return `object of ${kind(found.additionalProperties, all)}`;
  if (found.contentMediaType || found.format === "binary") return "file";
  return found.type ?? "anything";
}

/** @param {any} schema @param {any} all */
function fields(schema, all) {
  const found = resolve(schema, all);
  const rows = Object.entries(found.properties ?? {}).map(([name, place]) => {
    const field = /** @type {any} */ (place);
    const said = [field.description, field.default !== undefined && field.default !== null && `Default: ${JSON.stringify(field.default)}.`].filter(Boolean);
    return h("tr", {}, h("td", {}, name), h("td", {}, kind(field, all)), h("td", {}, said.join(" ")));
  });
  return h("table", {}, ...rows);
}

/** @param {string} path @param {string} method @param {any} route @param {any} all */
function article(path, method, route, all) {
  const parts = [h("h2", {}, h("b", {}, `${method.toUpperCase()} `), path), h("p", {}, route.description ?? route.summary)];
  const parameters = route.parameters ?? [];
  if (parameters.length > 0) {
    const rows = parameters.map((/** @type {any} */ one) =>
      h("tr", {}, h("td", {}, one.name), h("td", {}, `${kind(one.schema, all)}, in the ${one.in}`), h("td", {}, one.description ?? "")),
    );
    parts.push(h("h3", {}, "Parameters"), h("table", {}, ...rows));
  }
  for (const [type, body] of Object.entries(route.requestBody?.content ?? {})) {
    const { schema } = /** @type {any} */ (body);
    const example = resolve(schema, all).examples?.[0];
    parts.push(h("h3", {}, `Body: ${type}`), fields(schema, all));
    if (example) parts.push(h("pre", {}, JSON.stringify(example, null, 2)));
  }
  for (const [status, response] of Object.entries(route.responses)) {
    const schema = /** @type {any} */ (response).content?.["application/json"]?.schema;
    if (status.startsWith("2")) {
      parts.push(h("h3", {}, schema ? `Answer ${status}: ${kind(schema, all)}` : `Answer ${status}, without a body`));
      if (schema) parts.push(fields(schema, all));
      const { example } = /** @type {any} */ (response).content?.["application/json"] ?? {};
      if (example) parts.push(h("details", {}, h("summary", {}, "Example"), h("pre", {}, JSON.stringify(example, null, 2))));
    }
  }
  const refusals = Object.keys(route.responses).filter((status) => !status.startsWith("2"));
  if (refusals.length > 0) parts.push(h("h3", {}, `Errors: ${refusals.join(" ")}`));
  return h("article", {}, ...parts);
}

const all = await (await fetch("/openapi.json")).json();
const shape = { error: { code: "stable, for programs", message: "one sentence that quotes the input", details: {} } };
byId("docs").replaceChildren(
  h("p", {}, all.info.summary),
  h("h3", {}, "Every error has this shape"),
  h("pre", {}, JSON.stringify(shape, null, 2)),
  ...Object.entries(all.paths).flatMap(([path, methods]) =>
    Object.entries(/** @type {any} */ (methods)).map(([method, route]) => article(path, method, route, all)),
  ),
  h("h2", {}, "Objects"),
  ...Object.entries(all.components.schemas)
    .filter(([, schema]) => /** @type {any} */ (schema).properties)
    .map(([name, schema]) => h("article", {}, h("h2", {}, name), h("p", {}, /** @type {any} */ (schema).description ?? ""), fields(schema, all))),
);
