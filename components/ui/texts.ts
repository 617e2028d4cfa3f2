const number = (value: number) => value.toLocaleString("en");

export const controlTexts = {
  copy: (what: string) => `Copy ${what}`,
  optional: " (optional)",
  find: "Find",
  pages: "Pages",
  range: (first: number, last: number, total: number) => `${number(first)} to ${number(last)} of ${number(total)}`,
  previous: "Previous",
  next: "Next",
  asTable: "Show as table",
} as const;

export const formTexts = {
  offline: "No connection, so the form was not sent. What you typed is still here. Send it again when you are online.",
  corrections: (fields: number) => (fields === 1 ? "One thing to correct" : `${fields} things to correct`),
} as const;
