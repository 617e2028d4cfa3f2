import path from "node:path";

// Tailwind's own resolver does not find a file below a folder with # in its name. Its single files call this function.
Reflect.set(globalThis, "__tw_resolve", (/** @type {string} */ name, /** @type {string} */ folder) =>
  name === "tailwindcss" ? path.resolve("node_modules/tailwindcss/index.css") : path.resolve(folder, name),
);

export default { plugins: { "@tailwindcss/postcss": {} } };
