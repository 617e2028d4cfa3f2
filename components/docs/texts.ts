import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";

const number = (value: number) => value.toLocaleString("en");

export const docsTexts = {
  title: "Docs",
  quickStart: "Quick start",
  apply: (link: Wrap) =>
    sentence`${link("Apply for a token")} (two minutes, and an operator decides). Then set TOKEN, and DID to the DID that you applied for:`,
  typescript: (command: Wrap, origin: string) =>
    sentence`TypeScript uses the service’s own typed client: ${command(`npm install ${origin}/client.tgz`)}. Python needs only its standard library.`,
  bodies: (code: Wrap) =>
    sentence`Bodies are JSON. Reading needs no token. Writing needs ${code("Authorization: Bearer $TOKEN")} and a minimum tier. Each endpoint names its tier.`,
  errors: (error: Wrap, codeField: Wrap, message: Wrap) =>
    sentence`An error response is an object with ${error("error")} and ${codeField("code")}, and often a ${message("message")} that says what to do. A 403 for a low tier names the required tier and the present tier.`,
  limits: (requests: number, seconds: number, remaining: Wrap, retry: Wrap) =>
    sentence`A caller has ${number(requests)} requests in ${seconds} seconds. Each response states the remaining requests in ${remaining("x-ratelimit-remaining")}. A 429 states how many seconds to wait in ${retry("Retry-After")}.`,
  beyondMeans: (beyond: Wrap) =>
    sentence`Endpoints marked ${beyond("beyond")} are this service’s own additions. The others belong to the standard interface. A trial from this page is a real request to this service.`,
  programs: (openapi: ReactNode, llms: ReactNode, tools: Wrap) =>
    sentence`For programs: ${openapi}, ${llms}, and ${tools("tools for language models")}.`,
  rateLimit: (requests: number, seconds: number) =>
    `Counts towards a caller’s ${number(requests)} requests in ${seconds} s.`,
  groupNotFoundWhy: (all: Wrap) => sentence`The reference has no group with this name. ${all("Show all groups")}.`,
} as const;

export const endpointTexts = {
  parameter: "Parameter",
  field: "Field",
  cached: (seconds: number) => `For ${number(seconds)} s, with an ETag.`,
} as const;

/** For client components. */
export const trialTexts = {
  status: (status: ReactNode, milliseconds: number, ended: boolean) =>
    sentence`${status} after ${milliseconds} ms${ended ? "" : ", and more may follow"}`,
  cutOff: (characters: number) => `Cut off after ${number(characters)} characters.`,
} as const;
