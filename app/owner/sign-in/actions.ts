"use server";

import { openOwnerSession } from "@/lib/api/sign-in";
import { signInTo } from "@/lib/next/sign-in";

export const signIn = signInTo("owner", openOwnerSession);
