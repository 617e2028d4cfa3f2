import { describe, expect, it } from "vitest";
import { faultsOf } from "./layers.mjs";

const importing = (file: string, imported: string) => faultsOf(file, `import { a } from "${imported}";`);

describe("an import is rejected", () => {
  it.each([
    ["of a route by a feature", "lib/features/relay/service/send.ts", "@/app/api/relay/send/route"],
    ["of a view by a feature", "lib/features/relay/view.ts", "@/components/relay/event"],
    ["of the bindings by a feature", "lib/features/status/service/smoke.ts", "@/lib/api/bind"],
    ["of a feature by one below it", "lib/features/trust/service/statements.ts", "@/lib/features/agents/schema"],
    ["of agents by anchors", "lib/features/anchors/service/append.ts", "@/lib/features/agents/schema"],
    ["of a feature beside it", "lib/features/rfcs/service/read.ts", "@/lib/features/incidents/schema"],
    ["of a protocol by another", "lib/interop/mcp/mcp.ts", "@/lib/interop/a2a/schema"],
    ["by a file in no room", "lib/loose.ts", "zod"],
    ["of relay by agents", "lib/features/agents/service/join.ts", "../../relay/schema"],
    ["of a feature by what has no feature", "lib/ledger/append.ts", "@/lib/features/trust/rules"],
    ["of Next by what it does not compile", "lib/portal/read-for-page.ts", "next/headers"],
    ["of a form's binding by what Next does not compile", "lib/portal/markdown/pages.ts", "@/lib/next/form-action"],
    ["of a view by the bindings", "lib/api/bind.ts", "@/components/docs/prose"],
    ["of a script", "lib/foundation/env.ts", "@/scripts/plain-words"],
    ["of a page by a view", "components/agents/list.tsx", "@/app/page"],
    ["of the client by a page", "app/page.tsx", "@/client/index"],
    ["of tables by a page", "app/page.tsx", "@/lib/database/schema/agents"],
    ["of the edge by a page", "app/page.tsx", "@/lib/edge/address"],
    ["of the ledger by a page", "app/page.tsx", "@/lib/ledger/verify"],
    ["of drizzle by a page", "app/page.tsx", "drizzle-orm/pg-core"],
    ["of a service by a view", "components/agents/list.tsx", "@/lib/features/agents/service/directory"],
    ["of a service in one file by a view", "components/changelog/list.tsx", "@/lib/features/releases/service"],
    ["of the bindings by a view", "components/docs/list.tsx", "@/lib/portal/contract"],
    ["of the ledger's writing half by a view", "components/anchors/chain.tsx", "@/lib/ledger/append"],
    ["of our code by components/ui", "components/ui/button.tsx", "@/lib/identity/tiers"],
    ["of a feature's view by components/ui", "components/ui/button.tsx", "../agents/list"],
    ["of a verb by the client", "client/index.ts", "@/lib/features/agents/schema"],
    ["of the database by pure rules", "lib/features/trust/rules.ts", "@/lib/database/open"],
    ["of the database by pure rules in a folder", "lib/features/relay/rules/mvss.ts", "@/lib/database/open"],
    ["of a service by a schema of the same feature", "lib/features/agents/schema.ts", "./service/join"],
    ["of postgres by a contract", "lib/features/agents/contract.ts", "postgres"],
    ["of the settings by lib/http", "lib/http/client.ts", "@/lib/foundation/env"],
    ["of the log by a view of rows", "lib/features/agents/view.ts", "@/lib/foundation/log"],
    ["of a test kit by the service", "lib/features/agents/service/join.ts", "@/lib/testing/call"],
  ])("%s", (_, file, imported) => {
    expect(importing(file, imported)).not.toEqual([]);
  });

  it.each([
    'import type { Agent } from "@/lib/features/agents/schema";',
    'import {\n  type Agent,\n  Directory,\n} from "@/lib/features/agents/schema";',
    'export * from "@/lib/features/agents/schema";',
    'import "@/lib/features/agents/schema";',
    'const schema = await import("@/lib/features/agents/schema");',
    'const schema = await import(/* later */ "@/lib/features/agents/schema");',
    'type Agent = import("@/lib/features/agents/schema").Agent;',
  ])("in every form: %s", (source) => {
    expect(faultsOf("lib/features/trust/rules.ts", source)).toHaveLength(1);
  });
});

describe("an import is allowed", () => {
  it.each([
    ["of a layer below", "app/page.tsx", "@/components/agents/list"],
    ["within a room", "lib/features/relay/service/send.ts", "@/lib/features/relay/tasks/rules"],
    ["of the tables by a service", "lib/features/relay/service/send.ts", "@/lib/database/schema/relay"],
    ["of the ledger's checking half by a view", "components/anchors/chain.tsx", "@/lib/ledger/verify"],
    ["of the declarations by the client", "client/index.ts", "@/lib/portal/contract"],
    ["of a package", "components/ui/button.tsx", "react"],
    ["of anything by a test", "lib/features/trust/rules.test.ts", "@/lib/features/agents/schema"],
  ])("%s", (_, file, imported) => {
    expect(importing(file, imported)).toEqual([]);
  });
});
