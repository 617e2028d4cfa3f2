/** A field of a message of Protocol Buffers. */
interface Field {
  /** REQUIRED, or `optional`: it is signed although it has its default value. */
  stays?: true;
  /** The message that it contains, or a list of them. */
  of?: Message;
  mapOf?: Message;
}
export type Message = Readonly<Record<string, Field>>;

/** @param stays names of fields that stay. @param others names of fields that are left out if they have their default. */
function fields(stays: string, others = ""): Message {
  const named = (names: string, field: Field) => names.split(" ").map((name) => [name, field] as const);
  return Object.fromEntries([...named(stays, { stays: true }), ...named(others, {})]);
}

const REQUIREMENT: Message = { schemes: { mapOf: fields("", "list") } };

const FLOWS: Message = {
  authorizationCode: { of: fields("authorizationUrl tokenUrl scopes", "refreshUrl pkceRequired") },
  clientCredentials: { of: fields("tokenUrl scopes", "refreshUrl") },
  implicit: { of: fields("", "authorizationUrl refreshUrl scopes") },
  password: { of: fields("", "tokenUrl refreshUrl scopes") },
  deviceCode: { of: fields("deviceAuthorizationUrl tokenUrl scopes", "refreshUrl") },
};

const SCHEME: Message = {
  apiKeySecurityScheme: { of: fields("location name", "description") },
  httpAuthSecurityScheme: { of: fields("scheme", "description bearerFormat") },
  oauth2SecurityScheme: { of: { ...fields("", "description oauth2MetadataUrl"), flows: { stays: true, of: FLOWS } } },
  openIdConnectSecurityScheme: { of: fields("openIdConnectUrl", "description") },
  mtlsSecurityScheme: { of: fields("", "description") },
};

/** AgentCard of A2A 1.0 (a2a.proto, commit 16ba526). `params` of an extension may contain any JSON. */
export const CARD: Message = {
  ...fields("name description version documentationUrl iconUrl defaultInputModes defaultOutputModes"),
  supportedInterfaces: { stays: true, of: fields("url protocolBinding protocolVersion", "tenant") },
  provider: { of: fields("url organization") },
  capabilities: {
    stays: true,
    of: {
      ...fields("streaming pushNotifications extendedAgentCard"),
      extensions: { of: fields("", "uri description required params") },
    },
  },
  securitySchemes: { mapOf: SCHEME },
  securityRequirements: { of: REQUIREMENT },
  skills: {
    stays: true,
    of: {
      ...fields("id name description tags", "examples inputModes outputModes"),
      securityRequirements: { of: REQUIREMENT },
    },
  },
};
