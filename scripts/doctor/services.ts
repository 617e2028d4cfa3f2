import { createLimiters, limiterStoreOf } from "@/lib/edge/create-limiters";
import type { Settings } from "@/lib/env";
import { tryMailServer } from "@/lib/mail";
import { RemoteEmbedder } from "@/lib/vectors/service/remote-embedder";
import { examine, type Finding, ok } from "./finding";

const PING_MILLISECONDS = 1_000;
const EMBEDDING_MILLISECONDS = 5_000;

const examineRedis = (read: Settings) =>
  examine(
    "Redis",
    "Start it, or correct REDIS_URL (UPSTASH_REDIS_REST_URL). Until then each instance counts by itself.",
    async () => {
      const { doctor } = createLimiters(limiterStoreOf(read), { doctor: { requests: 1, windowSeconds: 1 } });
      try {
        if (doctor.backend === "memory")
          return ok("Redis", "None is set; requests are counted in the server's memory.");
        await doctor.ping(PING_MILLISECONDS);
        return ok("Redis", "It answers.");
      } finally {
        await doctor.close();
      }
    },
  );

const examineEmbeddings = ({ EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey }: Settings) =>
  examine(
    "embeddings",
    "Correct EMBEDDINGS_URL, _MODEL or _API_KEY. Until then intents are routed by their words.",
    async () => {
      if (!url || !model) return ok("embeddings", "The built-in embedder, which needs no network.");
      const embedder = new RemoteEmbedder({
        url,
        model,
        apiKey,
        retries: 0,
        timeoutMilliseconds: EMBEDDING_MILLISECONDS,
      });
      const [prototypes] = await embedder.embedSkills([[{ kind: "skill", text: "Is anybody there?" }]]);
      return ok("embeddings", `${model} answers with ${prototypes?.[0]?.length ?? 0} dimensions.`);
    },
  );

const examineMail = ({ SMTP_URL }: Settings) =>
  examine("mail", "Correct SMTP_URL. Until then applicants get no letters.", async () => {
    if (SMTP_URL === undefined) return ok("mail", "No server is set; applicants get no letters.");
    await tryMailServer(SMTP_URL);
    return ok("mail", "The server lets us in; no letter was sent.");
  });

/** Tries the services beside the database. */
export const examineServices = (read: Settings): Promise<Finding[]> =>
  Promise.all([examineRedis(read), examineEmbeddings(read), examineMail(read)]);
