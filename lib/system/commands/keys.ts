import { generateKeyPairSync, randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { makeToken } from "@/lib/authority/tokens";
import { ownValue } from "@/lib/foundation/own-values";
import { runCommand } from "./command";

/** The settings whose values are random secrets, how each is made, and what to know before it is set. */
const SECRETS: Record<string, { make: () => string; note: string }> = {
  SIGNING_KEY: {
    make: () => {
      const { privateKey } = generateKeyPairSync("ed25519");
      return privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
    },
    note: "It signs the logs and statements, and seals the secrets of webhooks. Keep a copy in another place: with a lost key, every webhook needs a new secret.",
  },
  OPERATOR_TOKEN: {
    make: () => makeToken("operator"),
    note: "It is the token of an operator, and works after the next start.",
  },
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: {
    make: () => randomBytes(32).toString("base64"),
    note: "Set the same for all builds that run at one time, so each accepts the forms of the others.",
  },
};
const NAMES = Object.keys(SECRETS);

const USAGE = `Usage: npm run keys -- new [${NAMES.join(" | ")}]

Makes a secret and prints it as a line for .env, SIGNING_KEY by default. It writes no file, and no setting changes. Ends with 0,
or with 2 where the command is wrong.
`;

function readName(): string | "help" {
  const { values, positionals } = parseArgs({
    options: { help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  if (values.help) return "help";
  const [what, name = "SIGNING_KEY", ...more] = positionals;
  if (what !== "new" || more.length > 0) throw new Error("The only command is: new.");
  if (!NAMES.includes(name)) throw new Error(`This cannot make ${name}. Choose one of: ${NAMES.join(", ")}.`);
  return name;
}

runCommand({
  usage: USAGE,
  read: readName,
  // Wrong secrets are a reason to make new ones.
  reportsSettings: true,
  run: async (name) => {
    const secret = ownValue(SECRETS, name);
    if (secret === undefined) return 2;
    process.stdout.write(`${name}=${secret.make()}\n`);
    process.stderr.write(
      `${secret.note}\nPut the line into .env (chmod 600 .env), or the value into the environment of every instance. Then restart.\n`,
    );
    return 0;
  },
});
