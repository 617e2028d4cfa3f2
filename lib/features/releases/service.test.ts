import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { send } from "@/lib/testing/routes";
import packageJson from "../../../package.json";
import * as contract from "./contract";
import { parseChangelog } from "./rules";
import { ReleaseList } from "./schema";

const [newest, ...released] = parseChangelog(readFileSync("CHANGELOG.md", "utf8"));
const channel = newest?.channel ?? "";
const otherChannel = channel === "dev" ? "stable" : "dev";

describe("the changelog of this repository", () => {
  it("is well-formed, and has the version that package.json names, or one that waits for its release", () => {
    expect(
      [newest, ...released].some((entry) => entry?.version === packageJson.version || entry?.version === null),
    ).toBe(true);
    expect(newest?.changes.length).toBeGreaterThan(0);
  });

  it("equals /releases.json, change by change", async () => {
    const response = await send(contract.listReleases, { headers: { host: "federation.test" } });
    expect(response.headers.get("content-type")).toBe("application/json");
    const list = ReleaseList.strict().parse(await response.json());
    expect(list).toMatchObject({ current_version: packageJson.version, channel, count: list.releases.length });
    expect(list.releases[0]).toMatchObject({ version: packageJson.version, build_sha: list.build_sha });
    expect(list.releases[0]?.changes).toEqual(newest?.changes.map(({ kind, text }) => `${kind}: ${text}`));
    expect(list.repo).toBe("http://localhost:3000/changelog");
  });
});

describe("the feeds", () => {
  it.each([contract.getAtomFeed, contract.getJsonFeed])(
    "$path returns the requested channel, in any case, and rejects an unknown one",
    async (feed) => {
      const read = async (query: string) => (await send(feed, { query })).text();
      expect(await read("")).toContain(`#v${packageJson.version}`);
      expect(await read(`channel=${channel}`)).toContain(`#v${packageJson.version}`);
      expect(await read(`channel=${channel.toUpperCase()}`)).toContain(`#v${packageJson.version}`);
      expect(await read(`channel=${otherChannel}`)).not.toContain(`#v${packageJson.version}"`);
      expect((await send(feed, { query: "channel=nightly" })).status).toBe(400);
      expect((await send(feed)).headers.get("content-type")).toBe(feed.mediaType);
    },
  );
});
