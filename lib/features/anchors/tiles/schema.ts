import { z } from "zod";
import { LogName } from "../schema";

export const LogParams = z.object({
  log: z.string().meta({ enum: LogName.options, description: "The log.", example: "anchors" }),
});
export type LogParams = z.infer<typeof LogParams>;

export const TileParams = LogParams.extend({
  level: z.string().meta({
    description: "0 for the entries' hashes, 1 to 63 for roots of full tiles of the level below, or `entries`.",
    example: "entries",
  }),
  index: z.string().meta({
    description:
      "The tile's number in groups of three digits, all but the last after an `x`: `x001/x234/067`. A partial tile has `.p/` and its width after it: `067.p/112`. Its slashes are sent as they are.",
    example: "000",
  }),
});
export type TileParams = z.infer<typeof TileParams>;

export const TileBytes = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .meta({ type: "string", format: "binary" });
