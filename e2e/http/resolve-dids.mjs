// Resolves each DID that is given, as somebody who knows did:web alone, and prints what came of it as JSON.
import { Resolver } from "did-resolver";
import { getResolver } from "web-did-resolver";

const resolver = new Resolver(getResolver());
const resolved = await Promise.all(process.argv.slice(2).map((did) => resolver.resolve(did)));
process.stdout.write(JSON.stringify(resolved));
