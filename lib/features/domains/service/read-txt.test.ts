import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DnsEntry, startDnsServer } from "../testing/dns-server";
import { readTxt } from "./read-txt";

const entries = new Map<string, DnsEntry>();
let server: Awaited<ReturnType<typeof startDnsServer>>;
beforeAll(async () => {
  server = await startDnsServer(entries);
});
afterAll(() => server.stop());

const read = (name: string, deadlineMilliseconds = 5_000) =>
  readTxt(name, { servers: [server.address], deadlineMilliseconds });

describe("readTxt", () => {
  it("joins the strings of each record", async () => {
    entries.set("_fgs-challenge.atlas.example", { txt: [["fgs-", "domain", "", "-proof"], ["v=spf1 -all"]] });
    const records = await read("_fgs-challenge.atlas.example");
    expect(records?.toSorted()).toEqual(["fgs-domain-proof", "v=spf1 -all"]);
  });

  it("follows an alias, which the name's owner made", async () => {
    entries.set("_fgs-challenge.alias.example", { alias: "proofs.elsewhere.example" });
    entries.set("proofs.elsewhere.example", { txt: [["there"]] });
    expect(await read("_fgs-challenge.alias.example")).toEqual(["there"]);
  });

  it("reads a record of 10 kB, and two hundred records, by TCP", async () => {
    entries.set("large.example", { txt: [Array.from({ length: 41 }, () => "x".repeat(250))] });
    expect((await read("large.example"))?.[0]).toHaveLength(10_250);
    entries.set("many.example", { txt: Array.from({ length: 200 }, (_, n) => [`record ${n}`]) });
    expect(await read("many.example")).toHaveLength(200);
  });

  it("distinguishes no record from no response", async () => {
    entries.set("bare.example", {});
    expect(await read("bare.example")).toEqual([]);
    expect(await read("absent.example")).toEqual([]);
    entries.set("failing.example", { code: 2 });
    expect(await read("failing.example", 600)).toBeNull();
    entries.set("refused.example", { code: 5 });
    expect(await read("refused.example", 600)).toBeNull();
    entries.set("garbage.example", { garbage: true });
    expect(await read("garbage.example", 600)).toBeNull();
  });

  it("ends at its deadline if there is no response, and looks up no other name", async () => {
    entries.set("silent.example", { silent: true });
    expect(await read("silent.example", 300)).toBeNull();
    expect(new Set(server.asked.filter((name) => name.includes("silent")))).toEqual(new Set(["silent.example"]));
    expect(await readTxt("a.example", { servers: ["127.0.0.1:1"], deadlineMilliseconds: 300 })).toBeNull();
  });
});
