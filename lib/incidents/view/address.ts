import type { IncidentFilters } from "../schema";

/** The page of all incidents. */
export const REGISTER = "/incidents";

/** The register narrowed, from an offset on. */
export function registerHref(filters: IncidentFilters, offset = 0): string {
  const given = Object.entries({ ...filters, offset: offset || undefined }).flatMap(
    ([name, value]): [string, string][] => (value ? [[name, String(value)]] : []),
  );
  return given.length === 0 ? REGISTER : `${REGISTER}?${new URLSearchParams(given)}`;
}

/** The address of an incident's page, which never changes. */
export const incidentHref = (id: number): string => `${REGISTER}/${id}`;

/** The same in the console, where operators decide. */
export const consoleIncidentHref = (id: number): string => `/console${incidentHref(id)}`;
