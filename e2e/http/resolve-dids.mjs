// Resolves each given DID with a generic did:web resolver, and prints the results as JSON.
import { Resolver } from "did-resolver";
import { getResolver } from "web-did-resolver";

const resolver = new Resolver(getResolver());
const resolved = await Promise.all(process.argv.slice(2).map((did) => resolver.resolve(did)));
process.stdout.write(JSON.stringify(resolved));
