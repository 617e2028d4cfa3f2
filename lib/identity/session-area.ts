/** The parts of the portal that require signing in, with the path of each. The cookie is sent only to that path. */
export const SESSION_AREAS = { console: "/console", owner: "/owner" } as const;
export type SessionArea = keyof typeof SESSION_AREAS;

const AREAS = Object.keys(SESSION_AREAS) as SessionArea[];

export const isWithin = (path: string, page: string): boolean => path === page || path.startsWith(`${page}/`);

/** Returns the area of a page, or undefined if it needs no session. @param path without a query */
export const areaOf = (path: string): SessionArea | undefined =>
  AREAS.find((area) => isWithin(path, SESSION_AREAS[area]));

export const signInPage = (area: SessionArea) => `${SESSION_AREAS[area]}/sign-in` as const;
