import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const FOLDER = path.join("lib", "features", "agents", "testing", "published");

/** The bytes of each invented record that its publisher would write, by its file's name. */
export function publishedRecords(): Map<string, Buffer> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
  return new Map(files.sort().map((file) => [path.basename(file, ".json"), readFileSync(path.join(FOLDER, file))]));
}
