import { describe, expect, it } from "vitest";
import { actKindLabel, actSubjectLabel } from "@/lib/features/council/act-words";

describe("an act in words", () => {
  it.each([
    ["incident.opened", "Incident opened"],
    ["tier.grant_withdrawn", "Tier grant withdrawn"],
    ["rfc.reviewed", "RFC reviewed"],
    ["rfc.activated", "RFC put in force"],
    ["agent.not_known_yet", "Agent not known yet"],
  ])("%s is %s", (kind, words) => {
    expect(actKindLabel(kind)).toBe(words);
  });

  it.each([
    ["incident:5", "Incident 5"],
    ["rfc-0012", "RFC 12"],
    ["organisation:Łódź Tourist Office", "Łódź Tourist Office"],
    ["did:fed:s1:atlas", "did:fed:s1:atlas"],
  ])("%s is called %s", (subject, words) => {
    expect(actSubjectLabel(subject)).toBe(words);
  });
});
