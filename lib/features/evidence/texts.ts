/** What the page of documents and its markdown alternate both say. */
export const evidencePageTexts = { title: "Evidence" } as const;
