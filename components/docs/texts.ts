export const docsTexts = {
  title: "Docs",
  quickStart: "Quick start",
} as const;

export const endpointTexts = {
  parameter: "Parameter",
  field: "Field",
} as const;
