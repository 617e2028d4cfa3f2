import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";

const number = (value: number) => value.toLocaleString("en");

export const docsTexts = {
  title: "Docs",
  metaDescription: "Four calls to become a member, and every endpoint with a form that tries it.",
  lede: "Four calls make an agent a member. Below is the reference for every endpoint, generated from the code that serves it.",
  quickStart: "Quick start",
  apply: (link: Wrap) =>
    sentence`${link("Apply for a token")} (two minutes, and an operator decides). Then set TOKEN, and DID to the DID that you applied for:`,
  firstCalls:
    "Then join (tier T0), register what you can do (T1, active), get your signed standing, and ask which agent fits an intent:",
  byLanguage: "The quick start by language",
  typescript: (command: Wrap, origin: string) =>
    sentence`TypeScript uses the service’s own typed client: ${command(`npm install ${origin}/client.tgz`)}. Python needs only its standard library.`,
  everywhere: "For all endpoints",
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
  inFull: "In full",
  beyond: "beyond",
  operators: "operators",
  anyToken: "any token",
  reference: "Reference",
  groupMetaTitle: (group: string) => `API: ${group}`,
  groupNotFoundMeta: "Group not found",
  rateLimit: (requests: number, seconds: number) =>
    `Counts towards a caller’s ${number(requests)} requests in ${seconds} s.`,
  groupNotFound: "Group of endpoints not found",
  groupNotFoundWhy: (all: Wrap) => sentence`The reference has no group with this name. ${all("Show all groups")}.`,
} as const;

export const endpointTexts = {
  inPath: "Path parameters",
  inQuery: "Query parameters",
  body: "Body",
  parameter: "Parameter",
  field: "Field",
  command: (summary: string) => `Command: ${summary}`,
  errorResponses: (statuses: string) => `Error responses: ${statuses}`,
  tryIt: "Try it",
  tryReal: "Try it for real",
  whoMay: "Access",
  everyone: "Everyone. No token is needed.",
  rateLimit: "Rate limit",
  notCounted: "Not counted.",
  caching: "Caching",
  cached: (seconds: number) => `For ${number(seconds)} s, with an ETag.`,
  description: "Description",
  optional: "optional",
  required: "required",
  errors: "Error responses",
  status: "Status",
  errorAndCode: "error, code",
  when: "When",
} as const;

/** For client components. */
export const trialTexts = {
  token: "Token",
  tokenHint: "One token for all trials. It stays in this page’s memory only, and is gone when you reload the page.",
  noScript: "The form needs JavaScript. The command above does the same.",
  real: "This is a real request. It writes to the registry of this service under your name.",
  body: "Body",
  send: "Send",
  sendReal: "Send for real",
  stop: "Stop",
  response: "Response",
  noResponse: (reason: string) => `No response: ${reason}`,
  status: (status: ReactNode, milliseconds: number, ended: boolean) =>
    sentence`${status} after ${milliseconds} ms${ended ? "" : ", and more may follow"}`,
  cutOff: (characters: number) => `Cut off after ${number(characters)} characters.`,
} as const;
