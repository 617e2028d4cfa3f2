export const searchTexts = {
  nothingWhy:
    "Search for log entries by the first eight digits of their hash, for traces by their whole id, and for words of three letters or more.",
} as const;
