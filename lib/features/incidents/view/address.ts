import { addressWith } from "@/lib/http/page-address";
import type { IncidentFilters } from "../schema";

export const REGISTER = "/incidents";

/** Returns the address of the filtered list. @param place the page of it */
export const registerHref = (filters: IncidentFilters, place?: { limit: number | undefined; offset: number }): string =>
  addressWith(REGISTER, { ...filters, ...place });

/** Returns the address of an incident's page, which never changes. */
export const incidentHref = (id: number): string => `${REGISTER}/${id}`;

/** Returns the address of its page in the console, where operators decide. */
export const consoleIncidentHref = (id: number): string => `/console${incidentHref(id)}`;

/** Returns the fragment of an act on the pages that show it, by its place in the council's log. */
export const actFragment = (seq: number): string => `act-${seq}`;

export const stepHref = (id: number, seq: number): string => `${incidentHref(id)}#${actFragment(seq)}`;
