export { startOpenIdSignIn as GET } from "@/lib/next/openid-sign-in";
