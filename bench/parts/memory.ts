import { readFileSync } from "node:fs";
import { factsOf } from "../facts";
import { bytesOf } from "../load";
import type { Part } from "../part";
import { rowOf } from "../results";
import type { Goal } from "../scenarios";
import { MIX, PAGE_READERS } from "../scenarios";
import type { SiteKey } from "../site";

const SITE: SiteKey = { engine: "PostgreSQL", agents: 100_000 };
const MINUTES = Number(process.env["MINUTES"] ?? 10);
const TURN_MILLISECONDS = 10_000;
const TURNS = (MINUTES * 60_000) / TURN_MILLISECONDS;
const SAMPLE_MILLISECONDS = 1_000;
const MOST: Goal = { most: 450 };
/** The heap settles in the first minutes. Flat: the last fifth is at most this much over the second. */
const FLAT: Goal = { most: 1.1 };

function residentMegabytesOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1_024);
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Resident memory of the service's process under load. */
export const memory: Part = {
  sites: [SITE],
  turns: TURNS,
  play: async ({ load, site, onTurn }) => {
    const { service } = site(SITE);
    const facts = await factsOf(site(SITE));
    const requests = MIX.map((asked) => bytesOf(asked(facts)));
    const residentMegabytes: number[] = [];
    const sampling = setInterval(() => residentMegabytes.push(residentMegabytesOf(service.pid())), SAMPLE_MILLISECONDS);
    try {
      for (let turn = 0; turn < TURNS; turn++) {
        await load.play({
          port: service.port,
          requests,
          status: 200,
          callers: PAGE_READERS,
          milliseconds: TURN_MILLISECONDS,
        });
        onTurn("memory");
      }
    } finally {
      clearInterval(sampling);
    }
    const fifth = Math.floor(residentMegabytes.length / 5);
    const last = mean(residentMegabytes.slice(-fifth));
    const second = mean(residentMegabytes.slice(fifth, 2 * fifth));
    const rows = [
      rowOf("most resident memory, MB", MOST, Math.max(...residentMegabytes)),
      rowOf("its mean, last fifth of the time over the second", FLAT, last / second),
    ];
    return { rows, residentMegabytes };
  },
};
