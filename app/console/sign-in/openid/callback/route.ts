export { finishOpenIdSignIn as GET } from "@/lib/next/openid-sign-in";
