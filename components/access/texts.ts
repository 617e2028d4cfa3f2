export const ownCredentialTexts = {
  never: "never",
} as const;

export const signInTexts = {
  title: "Sign in",
} as const;
