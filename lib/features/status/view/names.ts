import type { Subsystem } from "@/lib/features/council/freezes/schema";

/** The subsystems that can be frozen, with their names for readers. */
export const SUBSYSTEM_NAMES: Record<Subsystem, string> = { relay: "Relay", memory: "Memory" };

/** Returns the fragment of an outage on the status page. */
export const outageFragment = (id: number): string => `outage-${id}`;
