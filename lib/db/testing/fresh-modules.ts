import { vi } from "vitest";

// Test files share a process, which saves loading the libraries anew for each. Of our own modules each gets fresh ones, and
// nothing that a file before it has put in the place of something else.
vi.resetModules();
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllEnvs();
for (const name of Object.keys(globalThis)) if (name.startsWith("fgs")) Reflect.deleteProperty(globalThis, name);
