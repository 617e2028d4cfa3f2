import { beforeAll, expect, it } from "vitest";
import { ensureSigningKey } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { incidentFixtures } from "@/lib/features/incidents/testing/fixtures";
import { readAgentFeed } from "./agents";

const database = testDatabase();
const { ctx, registered, reporter, operatorToken, open, confirm, move } = incidentFixtures(database);
beforeAll(() => ensureSigningKey(database(), undefined, new Date()));

it("the feed of an agent says of an incident whether it is only a report, counts, or was false", async () => {
  const did = await registered();
  const { token } = await reporter();
  const operator = await operatorToken();
  const { id } = await open({ affected: [did] }, token);
  const other = await open({ affected: [did] }, token);
  const entryOf = async (incident: number) =>
    (await readAgentFeed(ctx(), { params: { did } })).entries.find(({ path }) =>
      path.startsWith(`/incidents/${incident}#`),
    );
  expect(await entryOf(id)).toMatchObject({
    title: expect.stringMatching(/low, open, unconfirmed$/),
    categories: ["LOW", "OPEN", "UNCONFIRMED"],
  });
  await confirm(id, operator);
  expect(await entryOf(id)).toMatchObject({
    title: expect.stringMatching(/low, open$/),
    categories: ["LOW", "OPEN"],
  });
  await move(other.id, "RESOLVED", operator, { unfounded: true });
  expect(await entryOf(other.id)).toMatchObject({ title: expect.stringMatching(/low, resolved, unfounded$/) });
});
