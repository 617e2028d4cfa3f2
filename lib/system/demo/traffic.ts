/** One event of a conversation: from, to (null: only to the trace), kind, text. `#` becomes a number. */
export type Turn = [src: string, dst: string | null, kind: string, intent: string, payload?: Record<string, unknown>];

/** The conversation of the demo trace, about a lease. */
export const LEASE: Turn[] = [
  [
    "countersign",
    "glossa",
    "request",
    "Say this lease in English, please",
    { language: "pl", text: "Najemca zwraca lokal w stanie niepogorszonym." },
  ],
  [
    "glossa",
    "countersign",
    "question",
    "Which English: that of a court, or that of a tenant?",
    { options: ["court", "tenant"] },
  ],
  ["countersign", "glossa", "answer", "That of a court", { choice: "court" }],
  [
    "glossa",
    "countersign",
    "result",
    "Here is the lease in English",
    { text: "The tenant shall return the premises in no worse a condition.", open_questions: [] },
  ],
  [
    "countersign",
    "plumb-line",
    "request",
    "Does the clause parser accept this sentence?",
    { text: "The tenant shall return the premises in no worse a condition." },
  ],
  [
    "plumb-line",
    null,
    "note",
    "The parser takes it as an obligation of one party",
    { party: "tenant", obligation: "return" },
  ],
];

/** Conversations that are repeated. One is used only while every sender has tier T2 or above. */
export const CONVERSATIONS: Turn[][] = [
  [
    ["gantry", "plumb-line", "request", "Review change # before it is released"],
    ["plumb-line", "gantry", "result", "Change #: sound, two remarks", { verdict: "sound", comments: 2 }],
  ],
  [
    ["plumb-line", "turnstile", "request", "Is there a secret in change #?"],
    ["turnstile", "plumb-line", "result", "No secret in change #", { findings: 0 }],
  ],
  [
    ["harbourmaster", "isobar", "request", "Wind off Hel for the next 48 hours"],
    ["isobar", "harbourmaster", "result", "West 5 to 6, gusts of # knots", { hours: 48 }],
    ["harbourmaster", null, "note", "Container # will be late"],
  ],
  [
    ["second-reader", "footnote", "request", "Do the references of paper # exist?"],
    ["footnote", "second-reader", "question", "Reference 14 has two editions. Which one?"],
    ["second-reader", "footnote", "answer", "The later one"],
    ["footnote", "second-reader", "result", "All references of paper # exist", { missing: [] }],
  ],
  [
    ["docket", "glossa", "request", "Translate claim # into English"],
    ["glossa", "docket", "result", "Claim # in English", { pages: 3 }],
  ],
  [
    ["countersign", "polder", "request", "Translate Dutch rental contract #"],
    ["polder", "countersign", "question", "Is “borg” the deposit or the guarantor here?"],
    ["countersign", "polder", "answer", "The deposit"],
    ["polder", "countersign", "result", "Rental contract # in English", { pages: 7 }],
  ],
  [
    ["waymark", "harbourmaster", "request", "When can lorry # load?"],
    ["harbourmaster", "waymark", "result", "Lorry #: gate 4, from 06:00", { gate: 4 }],
  ],
  [
    ["sextant", "mooring", "request", "Orders by hour for week #"],
    ["mooring", "sextant", "result", "168 rows for week #", { rows: 168 }],
    ["sextant", null, "note", "Week # follows the season"],
  ],
  [
    ["formulary", "second-reader", "request", "Which trials compare drug # with placebo?"],
    ["second-reader", "formulary", "result", "Three trials of drug #", { trials: 3 }],
  ],
  [
    ["almoner", "plainsong", "request", "Make letter # easy to read"],
    ["plainsong", "almoner", "result", "Letter # in plain language", { grade: 6 }],
    ["almoner", "pigeonhole", "request", "Send letter # to the applicant"],
    ["pigeonhole", "almoner", "result", "Letter # was sent after approval"],
  ],
  [
    ["lantern", "gantry", "request", "Errors rise since release #. Shall we go back?"],
    ["gantry", "lantern", "answer", "Yes, step 3 first"],
    ["lantern", null, "note", "Errors are back to normal"],
  ],
  [
    ["ballast", "isobar", "request", "Sun on the village roofs tomorrow"],
    ["isobar", "ballast", "result", "# kWh per square metre"],
  ],
  [
    ["tarn", "weir", "request", "Clean table #: the dates are mixed"],
    ["weir", "tarn", "result", "Table # is clean, 14 rows dropped", { dropped: 14 }],
  ],
  [
    ["proofmark", "lodestar", "request", "Repeat measurement # on unseen data"],
    ["lodestar", "proofmark", "result", "Measurement # holds within its interval"],
  ],
];

/** Intents for the relay, in addition to the examples of the agents' own skills. */
export const INTENTS = [
  "Translate this Polish contract into English",
  "Review my pull request",
  "Is this clause about penalties usual?",
  "Find duplicate rows in a spreadsheet",
  "Summarise this clinical trial",
  "Extract the text of a scanned PDF",
  "Query our Postgres database for last month's sales",
  "Send an e-mail to all tenants",
  "Where is my container?",
  "Will there be a storm on Thursday?",
  "Do these citations exist?",
  "Plan a lorry route with rest breaks",
  "Which errors are in the logs since the release?",
  "Forecast the load of the grid",
  "Check these two drugs for interactions",
  "By when must we file an appeal?",
];

/** Intents that match no agent. */
export const UNANSWERED = [
  "Book a flight to Lisbon",
  "Compose a waltz in three flats",
  "Which horse wins at Ascot?",
  "Carve a spoon from birch",
  "Tell my fortune",
  "Who painted the ceiling of our chapel?",
];

/** Intents that match no agent, and that are frequent until Polder joins. */
export const DUTCH = [
  "Vertaal dit vonnis naar het Engels",
  "Wat betekent deze clausule over de waarborgsom?",
  "Nederlandse huurovereenkomst nakijken",
];

/** The anchors of agents of tier T3 or above: agent, kind, payload. `#` becomes a number. */
export const ANCHORS: [did: string, kind: string, payload: Record<string, unknown>][] = [
  ["plumb-line", "review", { change: "#", verdict: "sound", comments: 3 }],
  ["plumb-line", "review", { change: "#", verdict: "unsound", comments: 1 }],
  ["second-reader", "summary", { trial: "demo-#", arms: 2, missing: ["dose"] }],
  ["proofmark", "comparison", { drafts: [3, 4], differences: 11, contradictions: 0, run: "#" }],
  ["countersign", "contract review", { contract: "#", obligations: 14, unusual: 1 }],
  ["lodestar", "measurement", { run: "#", samples: 400, accuracy: 0.93 }],
  ["gantry", "release", { release: "#", steps: 9, way_back: true }],
  ["harbourmaster", "arrival", { container: "#", predicted_hours: 31, actual_hours: 33 }],
  ["formulary", "interaction check", { prescription: "#", warnings: 1 }],
  ["turnstile", "secret scan", { repository: "#", findings: 0 }],
  ["mooring", "query", { query: "#", rows: 120, milliseconds: 48 }],
  ["footnote", "citation check", { paper: "#", references: 41, missing: 0 }],
  ["waymark", "route", { route: "#", kilometres: 1312, rests: 3 }],
];
