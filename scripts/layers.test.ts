import { describe, expect, it } from "vitest";
import { faultsOf } from "./layers.mjs";

const importing = (file: string, imported: string) => faultsOf(file, `import { a } from "${imported}";`);

describe("an import is rejected", () => {
  it.each([
    ["of a route by a feature", "lib/relay/service/send.ts", "@/app/api/relay/send/route"],
    ["of a view by a feature", "lib/relay/view.ts", "@/components/relay/event"],
    ["of the bindings by a feature", "lib/system/service/smoke.ts", "@/lib/api/bind"],
    ["of a feature by one below it", "lib/trust/service/verify.ts", "@/lib/agents/schema"],
    ["of agents by anchors", "lib/anchors/service/append.ts", "@/lib/agents/schema"],
    ["of relay by agents", "lib/agents/service/join.ts", "../../relay/schema"],
    ["of a feature by what has no feature", "lib/ledger/append.ts", "@/lib/trust/rules"],
    ["of Next by what it does not compile", "lib/api/read-for-page.ts", "next/headers"],
    ["of a form's binding by what Next does not compile", "lib/api/markdown-pages.ts", "@/lib/next/form-action"],
    ["of a view by the bindings", "lib/api/bind.ts", "@/components/docs/prose"],
    ["of a script", "lib/env.ts", "@/scripts/command"],
    ["of a page by a view", "components/agents/list.tsx", "@/app/page"],
    ["of the client by a page", "app/page.tsx", "@/client/index"],
    ["of tables by a page", "app/page.tsx", "@/lib/db/schema/agents"],
    ["of the edge by a page", "app/page.tsx", "@/lib/edge/address"],
    ["of the ledger by a page", "app/page.tsx", "@/lib/ledger/verify"],
    ["of drizzle by a page", "app/page.tsx", "drizzle-orm/pg-core"],
    ["of a service by a view", "components/agents/list.tsx", "@/lib/agents/service/directory"],
    ["of a service in one file by a view", "components/changelog/list.tsx", "@/lib/releases/service"],
    ["of the bindings by a view", "components/docs/list.tsx", "@/lib/api/contract"],
    ["of the ledger's writing half by a view", "components/anchors/chain.tsx", "@/lib/ledger/append"],
    ["of our code by components/ui", "components/ui/button.tsx", "@/lib/tiers"],
    ["of a feature's view by components/ui", "components/ui/button.tsx", "../agents/list"],
    ["of a verb by the client", "client/index.ts", "@/lib/agents/schema"],
    ["of the database by pure rules", "lib/trust/rules.ts", "@/lib/db/open"],
    ["of the database by pure rules in a folder", "lib/relay/rules/mvss.ts", "@/lib/db/open"],
    ["of a service by a schema of the same feature", "lib/agents/schema.ts", "./service/join"],
    ["of drizzle by queries", "lib/agents/queries.ts", "drizzle-orm"],
    ["of postgres by a contract", "lib/agents/contract.ts", "postgres"],
    ["of the settings by lib/http", "lib/http/client.ts", "@/lib/env"],
    ["of the log by a view of rows", "lib/agents/view.ts", "@/lib/log"],
    ["of a test kit by the service", "lib/agents/service/join.ts", "@/lib/testing/call"],
  ])("%s", (_, file, imported) => {
    expect(importing(file, imported)).not.toEqual([]);
  });

  it.each([
    'import type { Agent } from "@/lib/agents/schema";',
    'import {\n  type Agent,\n  Directory,\n} from "@/lib/agents/schema";',
    'export * from "@/lib/agents/schema";',
    'import "@/lib/agents/schema";',
    'const schema = await import("@/lib/agents/schema");',
    'const schema = await import(/* later */ "@/lib/agents/schema");',
    'type Agent = import("@/lib/agents/schema").Agent;',
  ])("in every form: %s", (source) => {
    expect(faultsOf("lib/trust/rules.ts", source)).toHaveLength(1);
  });
});

describe("an import is allowed", () => {
  it.each([
    ["of a layer below", "app/page.tsx", "@/components/agents/list"],
    ["within a layer", "lib/relay/service/send.ts", "@/lib/access/schema"],
    ["of the tables by a service", "lib/relay/service/send.ts", "@/lib/db/schema/relay"],
    ["of the ledger's checking half by a view", "components/anchors/chain.tsx", "@/lib/ledger/verify"],
    ["of the declarations by the client", "client/index.ts", "@/lib/api/contract"],
    ["of a package", "components/ui/button.tsx", "react"],
    ["of anything by a test", "lib/trust/rules.test.ts", "@/lib/agents/schema"],
  ])("%s", (_, file, imported) => {
    expect(importing(file, imported)).toEqual([]);
  });
});
