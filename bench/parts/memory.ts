import { factsOf } from "../facts";
import { bytesOf, orderOf } from "../load";
import { residentMegabytesOf } from "../measure";
import type { Part } from "../part";
import { change, MIX, PAGE_READERS } from "../scenarios";

const MINUTES = Number(process.env["MINUTES"] ?? 10);
const TURN_MILLISECONDS = 10_000;
const TURNS = (MINUTES * 60_000) / TURN_MILLISECONDS;
const SAMPLE_MILLISECONDS = 1_000;

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Resident memory of the service's process under load. */
export const memory: Part = async ({ load, site, add }) => {
  const large = await site({ engine: "PostgreSQL", agents: 100_000 });
  const { port, pid } = large.service;
  const facts = await factsOf(large);
  const requests = MIX.flatMap((asked) => bytesOf(asked(facts)));
  const order = { port, requests, status: 200, callers: PAGE_READERS, milliseconds: TURN_MILLISECONDS };
  const residentMegabytes: number[] = [];
  const sampling = setInterval(
    () => residentMegabytes.push(Math.round(residentMegabytesOf(pid()))),
    SAMPLE_MILLISECONDS,
  );
  try {
    for (let turn = 0; turn < TURNS; turn++) {
      // Every second turn with changes, after which responses are made again.
      await load.play({ ...order, before: turn % 2 === 0 ? undefined : orderOf(change(facts)) });
    }
  } finally {
    clearInterval(sampling);
  }
  const fifth = Math.floor(residentMegabytes.length / 5);
  const last = mean(residentMegabytes.slice(-fifth));
  const second = mean(residentMegabytes.slice(fifth, 2 * fifth));
  add("most resident memory, MB", { most: 450 }, Math.max(...residentMegabytes));
  // The heap settles in the first minutes.
  add("its mean, last fifth of the time over the second", { most: 1.1 }, last / second);
};
