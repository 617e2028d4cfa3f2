import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { getApplicationBySecret } from "@/lib/features/access/applications/service/by-secret";
import { getApplication, listApplications } from "@/lib/features/access/applications/service/read";
import { agentForm } from "@/lib/features/access/applications/testing/form";
import { operatorCaller, storeOperator } from "@/lib/features/access/testing/operators";
import { getReport } from "@/lib/features/incidents/reports/service/read";
import { reportFixtures } from "@/lib/features/incidents/reports/testing/fixtures";
import { forgetReadings, listReadings } from "./readings";

const { database, by, sent, reported, visitor } = reportFixtures();
const DAY_MILLISECONDS = 86_400_000;

it("lists every operator who read personal data, once a day, and not its sender", async () => {
  const [vera, owen] = [operatorCaller("veraveri", "viewer"), operatorCaller("owenowne")];
  await storeOperator(database(), vera, "Vera");
  await storeOperator(database(), owen, "Owen");
  const { id, secret } = await sent(agentForm());
  await getApplicationBySecret(visitor(), { secret });
  const who = async () => (await listReadings(by(owen), `application:${id}`)).map(({ name }) => name);
  expect(await who()).toEqual([]);
  for (let time = 0; time < 2; time += 1) await getApplication(by(vera), { id });
  expect(await who()).toEqual(["Vera"]);
  await listApplications(by(owen), { limit: 50, offset: 0 });
  expect((await who()).toSorted()).toEqual(["Owen", "Vera"]);
  const tomorrow = { ...by(vera), clock: () => new Date(Date.now() + DAY_MILLISECONDS) };
  await getApplication(tomorrow, { id });
  expect(await who()).toEqual(["Vera", expect.any(String), expect.any(String)]);

  await forgetReadings(database(), sql`now() + interval '366 days'`);
  expect(await who()).toEqual([]);

  const report = await reported();
  await getReport(by(owen), { id: String(report.id) });
  expect(await listReadings(by(vera), `report:${report.id}`)).toMatchObject([{ operator: "owenowne", name: "Owen" }]);
});
