/** The roles of operators. Each may do what those before it may do. */
export const ROLES = ["viewer", "reviewer", "operator", "owner"] as const;
export type Role = (typeof ROLES)[number];

export const roleAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** Returns the role of a token: its operator's, or its own if that is less. */
export const roleOfToken = (operator: Role, token: Role | null): Role =>
  token === null || roleAtLeast(token, operator) ? operator : token;
