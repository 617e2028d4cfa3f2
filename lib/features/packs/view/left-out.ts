/** Returns the text that says what a pack does not contain. */
export function leftOutText(leftOut: readonly string[]): string {
  return [
    "This pack is not complete. Its files reached the largest size.",
    "Left out:",
    ...leftOut.map((each) => `- ${each}`),
    "Ask for shorter periods, or with a token, to get all.",
    "A record whose acts are left out is only stated.",
    "",
  ].join("\n");
}
