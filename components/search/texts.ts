export const searchTexts = {
  title: "Search",
  field: "DID, name, number, hash or words",
  nothingWhy:
    "Search for log entries by the first eight digits of their hash, for traces by their whole id, and for words of three letters or more.",
  ways: [
    { name: "An agent", how: "its whole DID, or a part of its DID, name or role" },
    { name: "An incident", how: "its number, as in “incident 4”, or words of its title" },
    { name: "An RFC", how: "its number, as in “rfc 8”, or words of its text" },
    {
      name: "A log entry",
      how: "its id, its hash, the first eight digits of its hash, or its position, as in “anchor 12”",
    },
    { name: "An audit", how: "its id" },
    { name: "A trace", how: "its whole id, which its participants know" },
    { name: "A release", how: "its version" },
  ],
} as const;

export const searchDialogTexts = {
  search: "Search",
} as const;
