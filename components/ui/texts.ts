export const controlTexts = {
  copy: (what: string) => `Copy ${what}`,
} as const;
