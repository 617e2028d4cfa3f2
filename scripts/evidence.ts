// Describes the documents below public/evidence/ again: the manifest, SHA256SUMS, and what is made from the code.
import { writeFileSync } from "node:fs";
import { composeEvidence } from "./evidence/compose";

for (const [file, content] of composeEvidence(".")) {
  writeFileSync(file, content);
  process.stdout.write(`${file}\n`);
}
