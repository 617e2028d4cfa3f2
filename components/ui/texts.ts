const number = (value: number) => value.toLocaleString("en");

export const controlTexts = {
  copy: (what: string) => `Copy ${what}`,
  range: (first: number, last: number, total: number) => `${number(first)} to ${number(last)} of ${number(total)}`,
} as const;
