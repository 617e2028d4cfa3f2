import { vi } from "vitest";

// Test files share a process, which saves loading the libraries anew for each. Of our own modules each gets fresh ones, and
// nothing that a file before it has put in the place of something else.
vi.resetModules();
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllEnvs();
