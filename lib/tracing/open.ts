import { settings } from "@/lib/env";

/**
 * Begins to record spans where OTEL_EXPORTER_OTLP_ENDPOINT is set; else nothing is loaded.
 * @returns what sends the last of them
 */
export async function openTracing(): Promise<() => Promise<void>> {
  if (settings().OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return async () => {};
  const { recordByOtlp } = await import("./otlp");
  return recordByOtlp();
}
