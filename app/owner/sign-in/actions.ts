"use server";

import { openOwnerSession } from "@/lib/features/access/service/sign-in";
import { signInTo } from "@/lib/next/sign-in";

export const signIn = signInTo("owner", openOwnerSession);
