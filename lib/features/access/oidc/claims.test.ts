import { expect, it } from "vitest";
import { nameOf, roleOf } from "./claims";

const settings = {
  roleClaim: "groups",
  roles: [
    { value: "staff", role: "operator" },
    { value: "readers", role: "viewer" },
    { value: "board", role: "owner" },
    { value: "cn=audit", role: "reviewer" },
  ],
} as const;

it.each([
  ["staff", "operator"],
  [["readers", "staff"], "operator"],
  [["board", "readers"], "owner"],
  [["cn=audit"], "reviewer"],
  [["Staff", " staff", "owner", ""], null],
  [[], null],
  [undefined, null],
  [null, null],
  [true, null],
  [{ staff: "staff" }, null],
  [[["staff"]], null],
])("the claim %j gives the role %s", (groups, role) => {
  expect(roleOf({ groups }, { ...settings, roles: [...settings.roles] })).toBe(role);
});

it("a role is not read from what every object inherits, nor from another claim", () => {
  const roles = [...settings.roles];
  expect(roleOf({ roles: "staff" }, { roleClaim: "groups", roles })).toBeNull();
  for (const roleClaim of ["constructor", "__proto__"]) expect(roleOf({}, { roleClaim, roles })).toBeNull();
});

it.each([
  ["  Vera Example ", "Vera Example"],
  ["Jo\u0308rg", "Jörg"],
  ["x".repeat(201), ""],
  ["\u202eareV", ""],
  [" ", ""],
  [7, ""],
  [undefined, ""],
])("the name %j is shown as %j", (name, shown) => {
  expect(nameOf({ name, email: "vera@harbour.example", preferred_username: "vera@harbour.example" })).toBe(shown);
});
