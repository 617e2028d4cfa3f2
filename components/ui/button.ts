const BASE =
  "inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 whitespace-nowrap border px-4 font-semibold text-sm no-underline";

/** The looks of buttons: `solid` for the one main action of a view, `quiet` for the others. */
export const BUTTON = {
  solid: `${BASE} border-accent bg-accent text-on-accent hover:border-accent-strong hover:bg-accent-strong hover:text-on-accent`,
  quiet: `${BASE} border-accent bg-transparent text-accent hover:bg-accent-wash hover:text-accent-strong`,
} as const;
