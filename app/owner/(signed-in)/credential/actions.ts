"use server";

import { RotateOwnForm } from "@/lib/features/access/schema";
import { rotateOwnCredential } from "@/lib/features/access/service/own-credential";
import { formAction } from "@/lib/next/form-action";

export const rotate = formAction({ caller: "owner", schema: RotateOwnForm, verb: rotateOwnCredential });
