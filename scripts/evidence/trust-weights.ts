import { tierConditions, WEIGHTS } from "@/lib/features/trust/rules";
import { Tier } from "@/lib/identity/tiers";

const NOBODY = {
  registrationParts: 0,
  keyVerified: false,
  domains: [],
  audits: [],
  incidents: [],
  registeredOn: "1970-01-01",
};

/** Returns the weights and conditions of `lib/features/trust/rules.ts` as a document. */
export function trustWeights(): string {
  const conditions = tierConditions(NOBODY, false, NOBODY.registeredOn);
  const document = {
    title: "Trust weights and tier conditions",
    unit: "Tenths of a point. A score is the sum of its signals, held between 0 and 1000.",
    rules: [
      "Days are UTC days; a day that is not yet over counts as none.",
      "registration: maximum × parts there ÷ parts. verifiedKey: maximum where the enrolled key is proven.",
      "verifiedDomain: maximum where a host or more is proven by that key; several count once.",
      "audits, incidents: the weight of each × remaining days of fadeDays ÷ fadeDays, added up, limited to minimum and maximum.",
      "tenure: maximum × days since registration, at most fullAfterDays, ÷ fullAfterDays.",
      "A listed record (listed_on until member_since) gets no points for registration or tenure, and is T0. From member_since on, tenure counts from that day.",
      "Each signal is rounded to a tenth of a point, halves upwards.",
    ],
    weights: WEIGHTS,
    tiers: Tier.options.map((tier) => ({
      tier,
      earned_by: conditions.filter((each) => each.tier === tier).map(({ condition }) => condition),
      ...(tier === "T4" ? { granted_by: "an operator, on record" } : {}),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
