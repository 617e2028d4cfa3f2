// Runs one attack in a separate process, so it does not delay the measurement: attackers.ts NAME URL ADDRESSES
import { once } from "node:events";
import { ATTACKS } from "@/e2e/attacks/programs";
import { freshAddress } from "@/e2e/http/visitor";

const [name, url = "", addresses] = process.argv.slice(2);
const attack = ATTACKS.find((each) => each.name === name);
if (attack === undefined) throw new Error(`No attack ${name}.`);
let isOver = false;
const attacking = attack.run({
  url,
  addresses: Array.from({ length: Number(addresses) }, freshAddress),
  statuses: new Map(),
  isOver: () => isOver,
});
process.send?.("started");
await once(process, "disconnect");
isOver = true;
await attacking;
