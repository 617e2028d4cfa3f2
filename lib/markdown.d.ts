/** A text that becomes part of the build: `next.config.mjs` says so to Next, and vitest knows `?raw` by itself. */
declare module "*.md?raw" {
  const text: string;
  export default text;
}
