import type { Subsystem } from "@/lib/freezes/schema";

/** What can be frozen, as readers know it. */
export const SUBSYSTEM_NAMES: Record<Subsystem, string> = { relay: "Relay", memory: "Memory" };

/** The anchor of an outage on the status page. */
export const outageAnchor = (id: number): string => `outage-${id}`;
