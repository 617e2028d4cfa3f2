"use server";

import { RotateOwnForm } from "@/lib/access/schema";
import { rotateOwnCredential } from "@/lib/access/service/own-credential";
import { act } from "@/lib/next/act";

export const rotate = act({ caller: "owner", schema: RotateOwnForm, verb: rotateOwnCredential });
