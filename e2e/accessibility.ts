import type { Page } from "@playwright/test";
import axe from "axe-core";

/**
 * Returns the violations that axe finds on the present page: one line per rule, with the first element that violates
 * it. It is called directly and only for violations, because it takes most of the time of a page's test.
 * @param options.rules only these; absent: all
 * @param options.within a selector of the part to check; absent: the page, with the rules for whole pages
 */
export async function violationsOn(
  page: Page,
  { rules, within = "html" }: { rules?: string[] | undefined; within?: string } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([selector, only]) => {
      const loaded = (globalThis as unknown as { axe: typeof axe }).axe;
      const { violations } = await loaded.run(selector, {
        resultTypes: ["violations"],
        preload: false,
        ...(only ? { runOnly: { type: "rule", values: only } } : {}),
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    [within, rules] as const,
  );
}
