import type { z } from "zod";
import { wording } from "@/lib/http/wording";
import { RegisterAgent } from "../schema";

/** Parses a foreign record, with faults in words as in the API. @throws ZodError */
export const parseRecord = <S extends z.ZodType>(schema: S, record: unknown): z.output<S> =>
  schema.parse(record, { error: wording });

/** Returns the registration of the agent that a foreign record describes. @throws ZodError if none can be registered */
export const registration = (said: unknown): RegisterAgent => parseRecord(RegisterAgent, said);
