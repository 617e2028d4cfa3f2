"use server";

import { RotateOwnForm } from "@/lib/access/schema";
import { rotateOwnCredential } from "@/lib/access/service/own-credential";
import { formAction } from "@/lib/next/form-action";

export const rotate = formAction({ caller: "owner", schema: RotateOwnForm, verb: rotateOwnCredential });
