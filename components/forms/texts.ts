/** For client components, on every page with a form. */
export const formOutcomeTexts = {
  noResponse:
    "The service did not respond as expected, so the change may not be saved. What you typed is still here. Check whether it was saved, then send the form again.",
  outcome: "Result",
} as const;
