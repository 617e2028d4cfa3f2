"use server";

import { openConsoleSession } from "@/lib/features/access/service/sign-in";
import { signInTo } from "@/lib/next/sign-in";

export const signIn = signInTo("console", openConsoleSession);
