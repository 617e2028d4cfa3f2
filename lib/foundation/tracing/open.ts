import { settings } from "@/lib/foundation/env";

/**
 * Starts recording spans if OTEL_EXPORTER_OTLP_ENDPOINT is set. Otherwise loads nothing.
 * @returns the function that sends the last spans
 */
export async function openTracing(): Promise<() => Promise<void>> {
  if (settings().OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return async () => {};
  const { recordByOtlp } = await import("./otlp");
  return recordByOtlp();
}
