import { expect, it } from "vitest";
import { Routes } from "./routes";
import { sharedRequest } from "./shared-request";

const routes = new Routes([{ path: "/agents" }, { path: "/agents/{did}" }]);
const address = "https://federation.example";

it.each([
  ["/agents", [], "/agents"],
  ["/agents", [["q", "a&b=ź"]], "/agents?q=a%26b%3D%C5%BA"],
  ["/agents/did%3Afed%3As1%3Aa", [], "/agents/did:fed:s1:a"],
  ["/agents/%64id:fed:s1:a%2Fb", [], "/agents/did:fed:s1:a%2Fb"],
  ["/agents/a.md%25", [], "/agents/a.md%25"],
] satisfies [string, [string, string][], string][])("%s is asked for in one spelling", (path, parameters, url) => {
  const route = routes.find(path);
  if (route === null) throw new Error("no route");
  const request = sharedRequest(route, { address, parameters, theme: undefined });
  expect(request.url).toBe(url);
  expect(routes.find(url.split("?", 1)[0] ?? "")).toEqual(route);
});

it("has nothing of the visitor's but the theme, and leaves no socket open", () => {
  const route = { template: "/agents", methods: ["GET"], params: {} };
  const request = sharedRequest(route, { address, parameters: [], theme: "dark" });
  expect([request.method, request.headers]).toEqual([
    "GET",
    {
      host: "federation.example",
      accept: "text/html",
      "x-forwarded-host": "federation.example",
      "x-forwarded-proto": "https",
      cookie: "theme=dark",
    },
  ]);
  request.destroy();
});
