import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BAD_QUESTIONS } from "../testing/bad-questions";
import { AgentIndex, type SearchOptions } from "./agent-index";
import type { AgentRecord } from "./record";

const agent = (name: string, description: string, more: Partial<AgentRecord> = {}): AgentRecord => ({
  did: `did:fed:s1:${name}`,
  name,
  description,
  isMember: false,
  trustScore: 0,
  tier: "T0",
  ...more,
});

function indexOf(...records: AgentRecord[]): AgentIndex {
  const index = new AgentIndex();
  for (const record of records) index.put(record);
  return index;
}

/** Records around which a question has to choose. */
const WORLD = [
  agent("weather-mcp", "Forecasts and current weather for any city", { provider: "io.github.acme" }),
  agent("mysql-server", "Query and change a MySQL database"),
  agent("pg-tools", "Inspect tables of a Postgres database"),
  agent("browser-use", "Control a web browser: open pages, click and fill forms"),
  agent("invoices", "Create invoices and send them to customers by email"),
  agent("kubernetes-helper", "Troubleshoot a Kubernetes cluster: pods, logs and events"),
];

const IN_MANY_SCRIPTS = [
  agent("tłumacz", "Tłumaczenie dokumentów na język polski"),
  agent("tenki", "東京の天気予報を調べる"),
  agent("akat", "ตรวจสอบสภาพอากาศ"),
  agent("istanbul", "İSTANBUL toplu taşıma seferleri, IĞDIR otobüsleri"),
  agent("strassen", "Zustand jeder Straße"),
  agent("beonyeok", "문서를 번역하는 도우미"),
  agent("honyaku", "GPT翻訳アシスタント"),
  agent("tarjama", "تَرْجَمَة الوثائق"),
  agent("pogoda", "Прогноз погоды на завтра"),
];

const namesFor = (index: AgentIndex, question: string, options?: SearchOptions) =>
  index.search(question, options).found.map(({ did }) => did.replace("did:fed:s1:", ""));
const firstFor = (index: AgentIndex, question: string, options?: SearchOptions) =>
  namesFor(index, question, options)[0];

describe("the same records", () => {
  const WORDS =
    "weather database invoice browser kubernetes email slack video music payment translate acme zorblax quux".split(
      " ",
    );
  const QUESTIONS = [
    "weather",
    "send an invoice by email",
    "postgres databse",
    "zorblax",
    "music and video for my team every week",
    "acme",
  ];
  const answersOf = (index: AgentIndex, records: readonly AgentRecord[]) =>
    JSON.stringify([
      QUESTIONS.map((question) => index.search(question, { limit: 50 })),
      records.slice(0, 20).map((record) => index.similarTo(record, 20)),
    ]);
  /** Returns different records; of some, many have the same words. */
  const recordsOf = (count: number) =>
    Array.from({ length: count }, (_, n) => {
      const words = [n, n * 7 + 1, n * 3 + 2].map((at) => WORDS[at % WORDS.length]).join(" ");
      return agent(`${WORDS[n % WORDS.length]}-${n % 97}`, `${words} about${n % 13}x`, {
        did: `did:fed:s1:a${n}`,
        trustScore: n % 5,
        isMember: n % 3 === 0,
      });
    });

  // More than the index compares completely, so its choice of the best counts too.
  it.each([40, 2_000])("give the same answers in any order of arrival, changes and removals: %i records", (count) => {
    const records = recordsOf(count);
    const expected = answersOf(indexOf(...records), records);
    expect(expected).toContain("did:fed:s1:a1");
    expect(expected).toContain('"similarity"');
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: count, maxLength: count }), (keys) => {
        const order = records.map((record, n) => ({ record, key: keys[n] ?? 0 })).sort((a, b) => a.key - b.key);
        const index = new AgentIndex();
        for (const { record, key } of order) {
          if (key % 4 === 0) index.put({ ...record, name: `earlier-${key}`, description: "something else, of quuxes" });
          if (key % 7 === 0) index.put(agent(`gone${key}`, "weather zorblax music gone"));
        }
        for (const { record, key } of order) {
          if (key % 7 === 0) index.remove(`did:fed:s1:gone${key}`);
          index.put(record);
        }
        return answersOf(index, records) === expected;
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });
});

describe("an answer", () => {
  const index = indexOf(...WORLD);

  it("says which words were met, how and where, and what nobody offers", () => {
    const { matches, words, unsaid, corrections, reason } = index.search("wether forecast for zanzibarium");
    expect(matches[0]?.did).toBe("did:fed:s1:weather-mcp");
    expect(matches[0]?.met).toContainEqual({ term: "wether", word: "weather", how: "near", field: "name" });
    expect(matches[0]?.met).toContainEqual({ term: "forecast", word: "forecast", how: "exact", field: "description" });
    expect(corrections).toEqual([{ word: "wether", readAs: "weather" }]);
    expect(unsaid).toEqual(["zanzibarium"]);
    expect(words).toMatchObject([
      { word: "wether", readAs: "weather", how: "near" },
      { word: "forecast", readAs: null, how: "exact", agents: 1 },
      { word: "zanzibarium", how: null, agents: 0 },
    ]);
    expect(reason).toBe("fits");
    const other = index.search("zanzibarium quux forecast");
    expect({ pick: other.pick, reason: other.reason }).toEqual({ pick: null, reason: "not offered" });
  });

  it("finds a word that no list of words has", () => {
    const named = indexOf(...WORLD, agent("reports", "Zorblax reports"));
    expect(named.search("zorblax").pick).toBe("did:fed:s1:reports");
    expect(named.search("przetłumacz zorblax").pick).toBeNull();
  });

  it("names the nearest known spelling of a word, one that agents say before others", () => {
    expect(index.search("gitar lesons").corrections).toEqual([
      { word: "gitar", readAs: "guitar" },
      { word: "lesons", readAs: "lessons" },
    ]);
    expect(index.search("stagehnd").corrections).toEqual([{ word: "stagehnd", readAs: "staged" }]);
    const withStagehand = indexOf(...WORLD, agent("stagehand", "Control a browser"));
    expect(withStagehand.search("stagehnd").corrections).toEqual([{ word: "stagehnd", readAs: "stagehand" }]);
    expect(index.search("zorblaxy").corrections).toEqual([]);
  });

  it("picks the agent that fits, and none that does not", () => {
    expect(index.search("troubleshoot my kubernetes cluster").pick).toBe("did:fed:s1:kubernetes-helper");
    for (const question of ["recipe for apple pie", "mcp server", "the best tool for people"]) {
      expect(index.search(question).pick, question).toBeNull();
    }
  });

  it("lists a rival of the product that was named, and does not pick it", () => {
    const withoutPostgres = indexOf(...WORLD.filter(({ name }) => name !== "pg-tools"));
    expect(index.search("postgres database").pick).toBe("did:fed:s1:pg-tools");
    expect(firstFor(withoutPostgres, "postgres database")).toBe("mysql-server");
    expect(withoutPostgres.search("postgres database").pick).toBeNull();
  });

  it("does not pick an agent that says the word only inside a longer one, and keeps its p below the threshold", () => {
    const dash = indexOf(...WORLD, agent("lightdash-mcp-server", "Query dashboards of the business"));
    const { found, pick, threshold } = dash.search("lights");
    expect({ pick, first: found[0]?.did }).toEqual({ pick: null, first: "did:fed:s1:lightdash-mcp-server" });
    expect(found[0]?.p).toBeLessThan(threshold);
    expect(dash.search("lightdash").pick).toBe("did:fed:s1:lightdash-mcp-server");
  });

  it("lists no agent with a higher p than one before it", () => {
    for (const question of ["weather database", "control a browser and send invoices", "query tables of a cluster"]) {
      const likely = index.search(question).found.map(({ p }) => p);
      expect(likely.length, question).toBeGreaterThan(1);
      expect(likely).toEqual(likely.toSorted((a, b) => b - a));
    }
  });

  it("names exactly what the question names: DID, name, provider and name, or repository", () => {
    const twin = agent("weather-mcp", "Another weather", {
      did: "did:fed:s1:twin",
      provider: "io.github.other",
      repository: "https://github.com/Other/Twin/",
      homepage: "https://Żółw.example/start",
      hosts: ["twin.example"],
    });
    const both = indexOf(...WORLD, twin);
    for (const question of [
      "did:fed:s1:twin",
      "@other/weather-mcp",
      "https://github.com/other/twin",
      "GitHub.com/Other/Twin",
      "io.github.other",
      "TWIN",
      "twin.example",
      "zolw.example/start",
      "\u0020ｔｗｉｎ．example/ ",
    ]) {
      const { pick, reason, found } = both.search(question);
      expect([pick, reason, found[0]?.did], question).toEqual([twin.did, "named", twin.did]);
    }
    expect(both.search("did:fed:s1:twin").found).toHaveLength(1);
    expect(
      both
        .search("weather-mcp")
        .matches.slice(0, 2)
        .map(({ p }) => p),
    ).toEqual([1, 1]);
  });

  it("applies a filter before the pick", () => {
    const calm = { filter: ({ did }: { did: string }) => did !== "did:fed:s1:kubernetes-helper" };
    const { found, pick } = index.search("troubleshoot my kubernetes cluster", calm);
    expect(found).not.toContain("did:fed:s1:kubernetes-helper");
    expect(pick).toBeNull();
  });

  it("puts members before listed records that fit as well, then the more trusted", () => {
    const same = (did: string, more: Partial<AgentRecord>) =>
      agent("parcel-tracker", "Track parcels", { did, ...more });
    const three = indexOf(
      same("did:fed:s1:a", {}),
      same("did:fed:s1:b", { trustScore: 80 }),
      same("did:fed:s1:c", { isMember: true }),
    );
    expect(three.search("track a parcel").found.map(({ did }) => did)).toEqual([
      "did:fed:s1:c",
      "did:fed:s1:b",
      "did:fed:s1:a",
    ]);
  });

  it("puts an agent that answers a little before others that fit as well, and a silent one a little after", () => {
    const same = (did: string, more: Partial<AgentRecord>) =>
      agent("parcel-tracker", "Track parcels", { did, isMember: true, ...more });
    const order = (...more: Partial<AgentRecord>[]) =>
      indexOf(...more.map((each, at) => same(`did:fed:s1:${at}`, each)))
        .search("track a parcel")
        .found.map(({ did }) => did.at(-1));
    expect(order({ answering: -1 }, {}, { answering: 1 })).toEqual(["2", "1", "0"]);
    expect(order({ trustScore: 44 }, { trustScore: 40, answering: 1 })).toEqual(["1", "0"]);
    expect(order({ trustScore: 46 }, { trustScore: 40, answering: 1 })).toEqual(["0", "1"]);
    expect(order({ answering: -1 }, { answering: 1, isMember: false })).toEqual(["0", "1"]);
    const fitting = indexOf(
      same("did:fed:s1:a", { answering: -1 }),
      agent("parcels", "Of many things", { answering: 1 }),
    );
    expect(fitting.search("track a parcel").found[0]?.did).toBe("did:fed:s1:a");
  });

  it("counts examples beside the words, and says later what an agent met", () => {
    const skills = [{ name: "Billing", examples: ["please bill them"] }];
    const shown = indexOf(
      ...WORLD,
      agent("bills", "Bookkeeping", { skills }),
      agent("akin", "Bookkeeping", { skills }),
    );
    const byExamples = new Map([
      ["did:fed:s1:bills", 0.9],
      ["did:fed:s1:akin", 0.45],
      ["did:fed:s1:invoices", 0.9],
    ]);
    const { found, pick, reason, threshold } = shown.search("charge my customers", { byExamples });
    expect({ pick, reason, threshold }).toEqual({ pick: "did:fed:s1:bills", reason: "fits", threshold: 0.5 });
    expect(found[0]).toEqual({ did: "did:fed:s1:bills", p: 0.9, level: "fits", by: "examples" });
    expect(found.find(({ did }) => did.endsWith("akin"))).toMatchObject({ p: 0.45, level: "may fit" });
    // An agent without examples is compared only by its words.
    expect(found.find(({ did }) => did.endsWith("invoices"))?.p ?? 0).not.toBe(0.9);
    const met = index.explain("weather in a city", ["did:fed:s1:weather-mcp", "did:fed:s1:gone"]);
    expect([...met].map(([did, [first]]) => [did, first?.term])).toEqual([["did:fed:s1:weather-mcp", "weather"]]);
  });

  it("counts meanings beside the words, also of agents that share no word with the question", () => {
    const question = "forecast of the weather";
    const [weather, browser] = ["did:fed:s1:weather-mcp", "did:fed:s1:browser-use"] as const;
    const pOf = (did: string, byMeaning?: ReadonlyMap<string, number>) =>
      index.search(question, byMeaning && { byMeaning }).found.find((each) => each.did === did)?.p ?? 0;
    expect(pOf(weather, new Map([[weather, 1]]))).toBeGreaterThan(pOf(weather));
    for (const without of [new Map(), new Map([[weather, 0]]), new Map([["did:fed:s1:gone", 1]])]) {
      expect(index.search(question, { byMeaning: without })).toEqual(index.search(question));
    }
    // Nobody asks for another agent by a DID, nor for one that the filter excludes.
    const byMeaning = new Map([[browser, 1]]);
    expect(namesFor(index, weather, { byMeaning })).toEqual(["weather-mcp"]);
    const filter = ({ did }: { did: string }) => did !== browser;
    expect(index.search(question, { byMeaning, filter })).toEqual(index.search(question, { filter }));
    // In a larger index, only agents with a word of the question are compared, and those near in meaning.
    const many = indexOf(
      ...WORLD,
      ...Array.from({ length: 700 }, (_, n) => agent(`other-${n}`, "Troubleshoot a cluster")),
    );
    const slotsFor = (also: number[]) => many.compare("weather", undefined, also).slots;
    const [joined] = many.compare("browser").slots;
    expect(joined).toBeDefined();
    expect(slotsFor([])).not.toContain(joined);
    expect(slotsFor([joined as number])).toContain(joined);
  });

  it("says of each agent only words of its record, and counts only the agents that say a word", () => {
    const { matches, words } = index.search("postgresql", { limit: 50 });
    const wordOf = (name: string) => matches.find(({ did }) => did.endsWith(`:${name}`))?.met[0]?.word;
    expect([wordOf("mysql-server"), wordOf("pg-tools")]).toEqual(["mysql", "pg"]);
    expect(words).toMatchObject([{ how: "related", agents: 0 }]);
    const both = indexOf(...WORLD, agent("mooring", "Backs up PostgreSQL"), agent("other-mysql", "Changes tables"));
    const asked = () => both.search("postgresql").words;
    expect(asked()).toMatchObject([{ how: "exact", agents: 1 }]);
    both.remove("did:fed:s1:mysql-server");
    expect(asked()).toMatchObject([{ how: "exact", agents: 1 }]);
    both.remove("did:fed:s1:mooring");
    expect(asked()).toMatchObject([{ how: "related", agents: 0 }]);
  });

  it("completes the last word, and corrects words of any script", () => {
    expect(firstFor(index, "kuberne")).toBe("kubernetes-helper");
    expect(index.search("invo").matches[0]?.met[0]).toMatchObject({ word: "invoic", how: "near" });
    const inMany = indexOf(...IN_MANY_SCRIPTS);
    for (const typed of ["TŁUMA", "tluma", "dokumentow na jez"]) {
      expect(firstFor(inMany, typed), typed).toBe("tłumacz");
    }
    // Words that the knowledge does not have, in descriptions.
    expect(firstFor(inMany, "прогн")).toBe("pogoda");
    expect(firstFor(inMany, "пргоноз")).toBe("pogoda");
  });
});

describe("similar agents", () => {
  const TWINS = [
    agent("mongodb-server", "Query MongoDB databases and collections"),
    agent("mongodb-reader", "Reads collections of a MongoDB database"),
    agent("zorblax", "Zorblaxing of quuxifers"),
    agent("zorblax-quuxifer", "Quuxifers for zorblaxing"),
  ];
  const index = indexOf(...WORLD, ...TWINS);
  const [server, reader, zorblax] = TWINS as [AgentRecord, AgentRecord, AgentRecord];
  const similarNames = (record: AgentRecord, limit = 5) =>
    index.similarTo(record, limit).map(({ did }) => did.replace("did:fed:s1:", ""));

  it("say the same words, as the agent writes them, and are as similar from either side", () => {
    const [found] = index.similarTo(reader, 1);
    expect(found?.did).toBe(server.did);
    expect(found?.words.toSorted()).toEqual(["collections", "database", "mongo", "mongodb"]);
    expect(index.similarTo(server, 1)[0]).toMatchObject({ similarity: found?.similarity, cosine: found?.cosine });
    expect(similarNames(agent("recipes", "Recipes for apple pie"))).toEqual([]);
  });

  it("of words without a known meaning have no cosine", () => {
    expect(index.similarTo(zorblax, 5)).toMatchObject([{ did: "did:fed:s1:zorblax-quuxifer", cosine: null }]);
  });

  it("are no others because of the same provider, role, client or protocol", () => {
    const labels = { provider: "zorb.acme", capabilities: ["tracker"], tags: ["mcp"] };
    const one = agent("parcels", "Tracks parcels. For Claude Desktop, by stdio and SSE.", labels);
    const other = agent("recipes", "Invents recipes. For Claude Desktop, by stdio and SSE.", labels);
    expect(indexOf(...WORLD, one, other).similarTo(one, 5)).toEqual([]);
  });

  it("are found for an agent that is not in the index, which stays out of it", () => {
    const size = index.size;
    const found = index.similarTo({ ...server, did: "did:fed:s1:suspended" }, 5);
    expect(found[0]).toMatchObject({ did: server.did, cosine: 1 });
    expect(index.size).toBe(size);
    expect(similarNames(server)).not.toContain("suspended");
  });

  it("have skills that are alike, the nearest first, each once", () => {
    const withSkills = (name: string, ...skills: string[]) =>
      agent(name, "", { skills: skills.map((each) => ({ name: each, description: "" })) });
    const own = withSkills("one", "query mongodb", "send invoices");
    const other = withSkills("two", "bake bread", "create invoices", "mongodb query");
    expect(index.alikeSkills(own, other).map(({ ownSkill, skill }) => [ownSkill, skill])).toEqual([
      ["query mongodb", "mongodb query"],
      ["send invoices", "create invoices"],
    ]);
  });
});

describe("a question that only asks", () => {
  const index = indexOf(...WORLD, ...IN_MANY_SCRIPTS);
  it.each(["the", "please help me", "can you do it for me?", "chcę coś, co mi pomoże", "was ist das", "???"])(
    "picks no agent: %s",
    (question) => {
      expect(index.search(question)).toMatchObject({ pick: null });
    },
  );
});

describe("words of any script", () => {
  const index = indexOf(...WORLD, ...IN_MANY_SCRIPTS);
  it.each([
    ["tlumaczenie DOKUMENTOW", "tłumacz"],
    ["tłumaczenie".normalize("NFD"), "tłumacz"],
    ["天気予報", "tenki"],
    ["สภาพอากาศ", "akat"],
    ["อากาศ".normalize("NFD"), "akat"],
    ["STRASSE", "strassen"],
    ["번역", "beonyeok"],
    ["번역".normalize("NFD"), "beonyeok"],
    ["gpt 翻訳", "honyaku"],
    ["翻訳ｱｼｽﾀﾝﾄ", "honyaku"],
    ["ترجمة", "tarjama"],
    ["ПОГОДЫ", "pogoda"],
    ["istanbul ulaşım", "istanbul"],
    ["ığdır", "istanbul"],
    ["ＫＵＢＥＲＮＥＴＥＳ", "kubernetes-helper"],
  ])("find %s", (question, name) => {
    expect(firstFor(index, question)).toBe(name);
  });
});

describe("bad input", () => {
  const index = indexOf(...WORLD);
  it.each(BAD_QUESTIONS)("of %s picks nothing", (_, question) => {
    expect(index.search(question).pick).toBeNull();
  });

  it("of any text gives an answer, and no more terms and corrections than their bounds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (question) => {
        const { matches, corrections } = index.search(question);
        expect(corrections.length).toBeLessThanOrEqual(4);
        for (const { p } of matches) expect(p).toBeGreaterThanOrEqual(0);
      }),
    );
    const typos = index.search("wether forcast databse kuberntes invoces brwoser clusetr");
    expect(typos.corrections).toHaveLength(4);
    const long = Array.from({ length: 400 }, (_, n) => `wrod${n.toString(36)}x`).join(" ");
    expect(index.compare(`weather ${long}`).terms.length).toBeLessThanOrEqual(24);
  });

  it("reads records with such names", () => {
    const odd = indexOf(
      agent("constructor", "\ud800 __proto__ hasOwnProperty"),
      agent("", ""),
      agent("toString", "x".repeat(5_000)),
    );
    expect(firstFor(odd, "constructor")).toBe("constructor");
    odd.remove("did:fed:s1:constructor");
    odd.remove("did:fed:s1:never");
    expect(odd.size).toBe(2);
    expect(namesFor(odd, "hasOwnProperty")).toEqual([]);
  });
});
