import { lifecycle } from "@/lib/edge/lifecycle";

/** Prepares the database where Next runs without `server.ts`, which does it itself. */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs" || lifecycle.hasServer) return;
  const { prepareDatabase } = await import("@/lib/system/prepare");
  await prepareDatabase();
}
