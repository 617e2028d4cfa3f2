import type { Topics } from "./schema";

const listOf = (text: string) => text.split(/,\s+/).map((words) => words.replace(/\s+/g, " "));
const topic = (name: string, words: string, hints?: string) => ({
  name,
  words: listOf(words),
  hints: hints === undefined ? [] : listOf(hints),
});

/**
 * The topics in the order of their names. Words with a second meaning are left out (`linear`, `monday`, `outline`, `neon`), and
 * words that are often said of other subjects are hints (`security`, `docker`, `database`). Names of products are among them,
 * because many records say nothing else.
 */
export const TOPICS: Topics["topics"] = [
  topic(
    "ai models",
    "deepseek, fine tuning, hugging face, huggingface, llmops, mlops, ollama, prompt management, qwen, zenml",
    "hfspace, inference, prompt, prompts",
  ),
  topic(
    "analytics",
    "analytics, charts, data analysis, data exploration, data visualization, statistics, vegalite, visualizations",
    "chart, dashboard, dashboards, dataset, datasets, lightdash",
  ),
  topic(
    "audio",
    `ableton, audio, elevenlabs, midi, music, playlists, podcast, podcasts, songs, speech, spotify, text to speech,
    transcription`,
    "sound, voice",
  ),
  topic(
    "automation",
    "airflow, dify, n8n, task automation, workflow automation, zapier",
    "automation, shortcuts, workflow, workflows",
  ),
  topic(
    "browser",
    `browse the web, browserbase, browsers, control a browser, hyperbrowser, playwright, puppeteer, selenium, web browser`,
    "browser, browsing",
  ),
  topic("calendar", "appointment, appointments, caldav, calendar, calendars, ical", "meeting, meetings, scheduling"),
  topic(
    "cloud",
    `alibaba cloud, alibabacloud, aws resources, azure, cloudflare, firebase, gcp, google cloud, heroku, netlify, s3, vercel`,
    "aiven, aws, cloud",
  ),
  topic(
    "code",
    `code review, coding assistant, debugger, debugging, execute python, executing code, git, gitee, github api, github issues,
    github repositories, jetbrains, language server, lldb, lsp, neovim, programming, pull requests, refactoring, run code,
    run python, software development, xcode, xcodebuild`,
    "code, codebase, codemirror, developer, developers, github, gitlab, ide, repositories, repository, sandbox",
  ),
  topic(
    "crypto",
    `algorand, binance, bitcoin, blockchain, blockchains, coinbase, coinmarketcap, crypto, cryptocurrencies, cryptocurrency,
    cryptopanic, defi, erc, ethereum, evm, hyperliquid, nft, nfts, onchain, pancakeswap, solana, uniswap, usdc, web3`,
  ),
  topic(
    "customers",
    `crm, customer service, customer support, freshdesk, helpdesk, hubspot, intercom, pipedrive, salesforce, support tickets,
    zendesk`,
    "customers, leads, sales",
  ),
  topic(
    "databases",
    `arangodb, aws athena, bigquery, cassandra, clickhouse, cockroachdb, couchbase, database schemas, databases, databricks,
    duckdb, dynamodb, greptimedb, hologres, influxdb, iotdb, mariadb, memgraph, milvus, mongodb, motherduck, mssql, mysql, neo4j,
    nosql, oceanbase, pinecone, postgres, postgresql, qdrant, redis, singlestore, sql, sqlite, supabase, surrealdb, teradata,
    timescaledb, tinybird, vector database, vector store, weaviate`,
    "database, mongo, queries, snowflake, unitycatalog",
  ),
  topic("design", "blender, cad, canva, figma, kicad, ui components", "design, designs"),
  topic(
    "devices",
    `android phone, arduino, esp32, home assistant, home automation, homeassistant, ios simulators, iphone, mobile app,
    mobile apps, mobile automation, raspberry pi, robotics, smart home`,
    "android, hass, ios, mobile, phone, robot, simulator",
  ),
  topic(
    "devops",
    `ansible, bitrise, ci cd, circleci, continuous integration, deployments, devops, github actions, jenkins, k8s, kubernetes,
    openshift, pulumi, terraform`,
    "deploy, docker, helm",
  ),
  topic(
    "documents",
    `document conversion, document format, docx, esignature, esignatures, markdownify, ocr, pandoc, pdf, pdfs, powerpoint, pptx,
    word document, word documents`,
    "document, documents, markdown",
  ),
  topic("e-commerce", "e commerce, ecommerce, magento, online store, shopify, woocommerce", "shop"),
  topic(
    "education",
    "anki, e learning, education, flashcards, students, teachers",
    "course, courses, flashcard, lessons",
  ),
  topic("email", "e mail, email, emails, gmail, gmails, imap, inbox, mailgun, outlook, smtp", "mail"),
  topic("files", "dropbox, file system, filesystem, filesystems, google drive", "file, files, folders"),
  topic(
    "finance",
    `accounting, alphavantage, bookkeeping, budgeting, earnings, economic data, economics, edgar, finance, financial, forex,
    investing, investment, investments, metatrader, morningstar, nasdaq, quickbooks, stock market, stocks, trading, xero, ynab`,
    "bank, banking, banks, expense, expenses, market, markets, stock, tax, taxes",
  ),
  topic(
    "games",
    "chess, dota, game engine, gaming, godot, league of legends, minecraft, opendota, video games",
    "game, games, tft, unity",
  ),
  topic(
    "health",
    "clinical, dicom, fhir, fitness, healthcare, hospital, hospitals, medical, medicine, patients, prescriptions, strava, workouts",
    "health, nutrition",
  ),
  topic("hr", "employees, hiring, human resources, job applicants, payroll, recruiting, recruitment, resumes"),
  topic(
    "images",
    `cloudinary, gyazo, image editing, image generation, photo, photography, photos, screenshot, screenshotone, screenshots,
    text to image`,
    "comfyui, image, images, picture, pictures",
  ),
  topic(
    "knowledge",
    `confluence, documentation services, encyclopedia, evernote, knowledge base, knowledge graph, knowledge management, logseq,
    mind maps, mindmap, note taking, notion, obsidian, onenote, retrieval augmented, wiki, wikidata, wikipedia, xmind`,
    "knowledge, note, notebooks, notes",
  ),
  topic("legal", "contract review, law, lawsuit, lawyer, lawyers, legal, legislation"),
  topic(
    "maps",
    "geocoding, geolocation, geospatial, gis, google maps, mapbox, openstreetmap, qgis",
    "location, map, maps",
  ),
  topic(
    "marketing",
    "advertising, audiense, campaign data, campaigns, marketing, metricool, seo",
    "ads, audience, audiences",
  ),
  topic(
    "memory",
    "long term memory, mem0, membase, memory for agents, memory for ai, memory layer, memory server, rememberizer",
    "memories, memory",
  ),
  topic(
    "messaging",
    `chat messages, discord, feishu, imessage, mattermost, microsoft teams, pushover, slack, sms, telegram, whatsapp`,
    "message, messages, notifications, ntfy, teams",
  ),
  topic(
    "monitoring",
    `datadog, dynatrace, error tracking, grafana, logfire, monitoring, observability, opentelemetry, prometheus, raygun,
    server status, tracing, uptime`,
    "alerts, honeycomb, logs, metrics, sentry, traces",
  ),
  topic("news", "headlines, journalism, news, newspapers"),
  topic(
    "payments",
    "billing, chargebee, invoices, invoicing, payment, payments, paypal, stripe",
    "checkout, invoice, paddle, subscription, subscriptions",
  ),
  topic(
    "project management",
    `asana, atlassian, clickup, google tasks, gtasks, jira, kanban, productboard, project management, task management, ticktick,
    todoist, trello`,
    "roadmap, task, tasks",
  ),
  topic(
    "science",
    `academic, arxiv, astronomy, bibliography, biology, chemistry, genomics, nasa, physics, pubchem, pubmed, scholarly,
    scientific`,
    "papers",
  ),
  topic(
    "scraping",
    "apify, crawler, crawlers, crawling, data extraction, firecrawl, oxylabs, scraper, scraping, scrapling",
  ),
  topic(
    "search",
    `bing, elasticsearch, google search, kagi, lucene, meilisearch, opensearch, perplexity, search engine, searxng, tavily,
    typesense, web search, websearch`,
    "exa, search",
  ),
  topic(
    "security",
    `cybersecurity, keycloak, malware, okta, opencti, penetration testing, phishing, security vulnerabilities, semgrep, snyk,
    threat intel, threat intelligence, vulnerabilities`,
    "attestable, auth, authentication, guardian, security, vulnerability",
  ),
  topic(
    "social media",
    "bluesky, facebook, instagram, linkedin, mastodon, reddit, social media, social network, tiktok, tweets, twitter",
    "tweet",
  ),
  topic("sports", "basketball, cricket, football, nba, premier league, soccer, sports, tennis"),
  topic(
    "spreadsheets",
    "airtable, bitable, csv, google sheets, smartsheet, spreadsheet, spreadsheets, xlsx",
    "excel, sheet, sheets",
  ),
  topic("terminal", "command execution, command line, iterm, powershell", "bash, cli, shell, terminal"),
  topic("translation", "localization, translate, translates, translating, translation, translations, translator"),
  topic(
    "travel",
    "airbnb, airline, airlines, amadeus, flight tracking, flightradar24, flights, hotel, hotels, itinerary, railways, travel",
    "flight, nationalparks, traveler, trip",
  ),
  topic("video", "davinci, imdb, movie, movies, tmdb, video, videos, vimeo, webcam, youtube", "film, films"),
  topic("weather", "openweather, openweathermap, weather", "forecast, forecasts"),
  topic("websites", "cms, contentful, drupal, webflow, wordpress", "blog, website, websites"),
];

/** How words are weighed, and how many topics a record gets. */
export const TOPIC_RULE = {
  /** The most topics of a record, and the least weight of each. */
  topics: 3,
  leastWeight: 2,
  word: 2,
  hint: 1,
  /** How much more a word counts in a name. */
  inName: 2,
  /** How many words of a description are read. What comes later is rarely the subject. */
  readWords: 60,
} as const;

export const TOPIC_RULE_TEXTS: Topics["rule"] = [
  "Only records without tags of their own get these tags. Names of protocols do not count as tags.",
  `The name and the first ${TOPIC_RULE.readWords} words of the description are read, without addresses.`,
  "A word counts only in the form that the table has, in capitals or not.",
  `A word counts ${TOPIC_RULE.word} and a hint ${TOPIC_RULE.hint}. In the name, both count ${TOPIC_RULE.inName} times as much. The forms of a word count once.`,
  `A topic needs a weight of ${TOPIC_RULE.leastWeight}. A record gets at most ${TOPIC_RULE.topics} topics, those of the most weight.`,
];
