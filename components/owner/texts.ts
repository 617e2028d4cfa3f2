export const editTexts = {
  saved: (revision: number) => `The record is saved. It is now at revision ${revision}.`,
} as const;
