import { createHash, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SignJWT } from "jose";
import type { Provider } from "../provider";

const newKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** What the provider says of a person, and how it does so wrongly. */
export interface Said {
  claims?: Record<string, unknown>;
  userInfo?: Record<string, unknown>;
  /** Signs with a key that is not the provider's. */
  foreignKey?: true;
  /** The status of the token's response. */
  status?: number;
}

/** An OpenID Connect provider in this process, which accepts a code as often as it is sent. */
export async function startFakeProvider() {
  const [own, foreign] = [newKey(), newKey()];
  const codes = new Map<string, Said & { nonce: string; challenge: string }>();
  const tokens = new Map<string, Said>();
  let requests = 0;
  let issuer = "";

  const idToken = ({ claims, foreignKey, nonce }: Said & { nonce: string }): Promise<string> => {
    const key: KeyObject = foreignKey ? foreign.privateKey : own.privateKey;
    const now = Math.floor(Date.now() / 1_000);
    const usual = { iss: issuer, aud: "federation", sub: "person-1", iat: now, exp: now + 60, nonce };
    return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: "ES256", kid: "k" }).sign(key);
  };

  const exchange = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const form = new URLSearchParams(await text(request));
    const code = codes.get(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const [, basic = ""] = (request.headers.authorization ?? "").split(" ");
    // Both parts are encoded first (RFC 6749, 2.3.1).
    const client = decodeURIComponent(Buffer.from(basic, "base64").toString());
    if (client !== "federation:client-secret") return [401, { error: "invalid_client" }];
    if (!code || challenge !== code.challenge) return [400, { error: "invalid_grant" }];
    const accessToken = randomUUID();
    tokens.set(accessToken, code);
    const issued = { access_token: accessToken, token_type: "Bearer", id_token: await idToken(code) };
    return [code.status ?? 200, issued];
  };

  const respond = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}authorize`,
      token_endpoint: `${issuer}token`,
      userinfo_endpoint: `${issuer}userinfo`,
      jwks_uri: `${issuer}keys`,
      id_token_signing_alg_values_supported: ["ES256"],
    };
    switch (request.url) {
      case "/.well-known/openid-configuration":
        return [200, metadata];
      case "/keys":
        return [200, { keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "k", alg: "ES256", use: "sig" }] }];
      case "/token":
        return exchange(request);
      default: {
        const said = tokens.get((request.headers.authorization ?? "").replace("Bearer ", ""));
        return [200, { sub: said?.claims?.["sub"] ?? "person-1", ...said?.userInfo }];
      }
    }
  };

  const server = createServer(async (request, response) => {
    requests += 1;
    const [status, body] = await respond(request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  const provider: Provider = {
    issuer: new URL(issuer),
    name: "Harbour ID",
    clientId: "federation",
    clientSecret: "client-secret",
    scope: "openid profile",
    roleClaim: "groups",
    roles: [
      { value: "readers", role: "viewer" },
      { value: "staff", role: "operator" },
      { value: "board", role: "owner" },
    ],
    redirectUri: "https://federation.example/console/sign-in/openid/callback",
  };
  return {
    provider,
    requests: () => requests,
    /** Signs a person in. @returns the query with which the provider sends the browser back */
    authorize(address: string, said: Said): string {
      const asked = new URL(address).searchParams;
      const code = randomUUID();
      const [nonce, challenge] = [asked.get("nonce") ?? "", asked.get("code_challenge") ?? ""];
      codes.set(code, { nonce, challenge, ...said });
      return `?${new URLSearchParams({ code, state: asked.get("state") ?? "" })}`;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
