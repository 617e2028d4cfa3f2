"use server";

import { signOutOf } from "@/lib/next/sign-in";

export const signOut = signOutOf("console");
