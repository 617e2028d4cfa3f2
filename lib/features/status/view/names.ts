import type { Subsystem } from "@/lib/features/council/freezes/schema";

export const SUBSYSTEM_NAMES: Record<Subsystem, string> = { relay: "Relay", memory: "Memory" };

export const outageFragment = (id: number): string => `outage-${id}`;
