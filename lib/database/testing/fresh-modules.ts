import { vi } from "vitest";

// Test files share a process, so the libraries are loaded only once. Each file loads our own modules again, without the
// mocks of earlier files.
vi.resetModules();
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllEnvs();
