import { describe, expect, it } from "vitest";
import { contactOf, securityContact } from "./contact";

describe("the contact", () => {
  it.each([
    ["ops@federation.example", { href: "mailto:ops@federation.example", name: "ops@federation.example" }],
    ["https://federation.example/", { href: "https://federation.example/", name: "federation.example" }],
    ["https://federation.example/help", { href: "https://federation.example/help", name: "federation.example/help" }],
  ])("%s is a link with a name", (address, contact) => {
    expect(contactOf(address)).toEqual(contact);
  });

  it("is where weaknesses are reported, unless there is a contact for that", () => {
    const CONTACT = "ops@federation.example";
    expect(securityContact({ CONTACT })).toBe("mailto:ops@federation.example");
    expect(securityContact({ CONTACT, SECURITY_CONTACT: "tel:+48123456789" })).toBe("tel:+48123456789");
    expect(securityContact({})).toBeUndefined();
  });
});
