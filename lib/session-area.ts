/** The parts of the portal that are signed in to, with the path of each. Its cookie is sent there only. */
export const SESSION_AREAS = { console: "/console", owner: "/owner" } as const;
export type SessionArea = keyof typeof SESSION_AREAS;

const AREAS = Object.keys(SESSION_AREAS) as SessionArea[];

/** Whether a path is a page, or below it. */
export const isWithin = (path: string, page: string): boolean => path === page || path.startsWith(`${page}/`);

/** The part that a page belongs to; undefined where none is signed in to. @param path without a query */
export const areaOf = (path: string): SessionArea | undefined =>
  AREAS.find((area) => isWithin(path, SESSION_AREAS[area]));

/** Where a part is signed in to. */
export const signInPage = (area: SessionArea) => `${SESSION_AREAS[area]}/sign-in` as const;
