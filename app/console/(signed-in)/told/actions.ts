"use server";

import { z } from "zod";
import { ChooseDigest, ProveEmail } from "@/lib/features/queues/digests/schema";
import { chooseDigest, endDigest, proveEmail } from "@/lib/features/queues/digests/service/address";
import { formAction } from "@/lib/next/form-action";

export const choose = formAction({ caller: "operator", schema: ChooseDigest, verb: chooseDigest });
export const prove = formAction({ caller: "operator", schema: ProveEmail, verb: proveEmail });
export const end = formAction({ caller: "operator", schema: z.object({}), verb: endDigest });
