import { createLimiters, limiterStoreOf } from "@/lib/edge/create-limiters";
import { clientOf } from "@/lib/features/access/oidc/client";
import type { SignInFailure } from "@/lib/features/access/oidc/failure";
import { configuredProvider } from "@/lib/features/access/oidc/provider";
import type { Settings } from "@/lib/foundation/env";
import { tryMailServer } from "@/lib/outgoing/mail";
import { Encoder } from "@/lib/search/encoder/encoder";
import { RemoteEmbedder } from "@/lib/search/service/remote-embedder";
import { examine, type Finding, ok } from "./finding";

const PING_MILLISECONDS = 1_000;
const EMBEDDING_MILLISECONDS = 5_000;
/** The model is loaded within 0.3 s on an idle machine. */
const ENCODER_MILLISECONDS = 20_000;
const SAMPLE = "Is anybody there?";

const examineRedis = (read: Settings) =>
  examine(
    "Redis",
    "Start it, or correct REDIS_URL (UPSTASH_REDIS_REST_URL). Until then each instance counts by itself.",
    async () => {
      const { doctor } = await createLimiters(limiterStoreOf(read), { doctor: { requests: 1, windowSeconds: 1 } });
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

/** Tests the local encoder, in a thread as in the service. */
async function tryEncoder(): Promise<Finding> {
  const encoder = new Encoder({ waitMilliseconds: ENCODER_MILLISECONDS });
  try {
    // An interactive text has a time limit. A background text would wait until the model is loaded.
    await encoder.embedTexts([SAMPLE], "interactive");
    return ok("embeddings", "The local encoder, which needs no network.");
  } finally {
    await encoder.end();
  }
}

const examineEmbeddings = (read: Settings) => {
  const { EMBEDDER, EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = read;
  const remedy = url ? "Correct EMBEDDINGS_URL, _MODEL or _API_KEY." : "Do what it says, or set EMBEDDER=lexical.";
  return examine("embeddings", `${remedy} Until then intents are routed by their words.`, async () => {
    if (url && model) {
      const endpoint = { url, model, apiKey, retries: 0, timeoutMilliseconds: EMBEDDING_MILLISECONDS };
      const [embedded] = await new RemoteEmbedder(endpoint).embedSkills([[{ kind: "skill", text: SAMPLE }]]);
      return ok("embeddings", `${model} answers with ${embedded?.prototypes[0]?.length ?? 0} dimensions.`);
    }
    if (EMBEDDER === "auto") return tryEncoder();
    return ok("embeddings", "The lexical embedder, which needs no network.");
  });
};

const examineMail = ({ SMTP_URL }: Settings) =>
  examine("mail", "Correct SMTP_URL. Until then applicants get no letters.", async () => {
    if (SMTP_URL === undefined) return ok("mail", "No server is set; applicants get no letters.");
    await tryMailServer(SMTP_URL);
    return ok("mail", "The server lets us in; no letter was sent.");
  });

const examineProvider = (read: Settings) =>
  examine(
    "sign-in",
    "Check OIDC_ISSUER, and that the provider responds. Until then, operators can sign in with tokens only.",
    async () => {
      const provider = configuredProvider(read);
      if (provider === null) return ok("sign-in", "No provider is set; operators sign in with tokens.");
      await clientOf(provider, new Date()).catch(({ reason }: SignInFailure) => {
        throw new Error(`The provider's metadata cannot be read: ${reason}.`);
      });
      return ok("sign-in", "The provider's metadata can be read; nobody was signed in.");
    },
  );

/** Tests the services beside the database. */
export const examineServices = (read: Settings): Promise<Finding[]> =>
  Promise.all([examineRedis(read), examineEmbeddings(read), examineMail(read), examineProvider(read)]);
