type Manifest = (text: string) => object;

/** A manifest of no known kind. */
const other: Manifest = (text) => ({
  ...{ name: text, title: text, type: text, kind: text, model: text, runtime: text, license: text, server: text },
  ...{ status: text, tier: text, zone: text, tags: [text], tools: [{ name: text, description: text }] },
  ...{ metadata: { [text]: text }, [text]: text },
});

/** An A2A agent card. */
const card: Manifest = (text) => ({
  ...{ name: text, description: text, version: text, protocolVersion: text, preferredTransport: text, iconUrl: text },
  ...{ url: "https://agent.example/a2a", documentationUrl: text },
  ...{ defaultInputModes: [text], defaultOutputModes: [text] },
  provider: { organization: text, url: text },
  capabilities: { extensions: [{ uri: text, description: text, params: { [text]: text } }], [text]: text },
  skills: [
    ...[{ id: text, name: text, description: text, tags: [text], examples: [text] }],
    ...[{ id: text, inputModes: [text], outputModes: [text], [text]: text }],
  ],
  supportedInterfaces: [{ url: "https://agent.example/a2a", protocolBinding: text, protocolVersion: text }],
  securitySchemes: {
    [text]: { type: text, in: text, name: text, scheme: text, flows: { [text]: { scopes: { [text]: text } } } },
  },
  signatures: [{ protected: text, signature: text, header: { [text]: text } }],
});

/** An MCP `server.json`. */
const server: Manifest = (text) => {
  const input = { name: text, value: text, default: text, description: text, valueHint: text, format: text };
  const inputs = [
    { ...input, type: text },
    { ...input, type: "named", isRequired: true, variables: { [text]: input } },
  ];
  return {
    ...{ name: "example.weather/server", description: text, title: text, version: text },
    repository: { url: text, source: text, id: text },
    packages: ["npm", "pypi", "oci", "mcpb", text].map((registryType) => ({
      ...{ registryType, registryBaseUrl: text, identifier: text, version: text, runtimeHint: text, fileSha256: text },
      ...{ transport: { type: text, url: text }, environmentVariables: inputs },
      ...{ packageArguments: inputs, runtimeArguments: inputs },
    })),
    remotes: ["sse", text].map((type) => ({ type, url: "https://weather.example/mcp", headers: inputs })),
    _meta: { [text]: { [text]: text } },
  };
};

/** Manifests with one text in every field. The key `__proto__`, which no body may have, is written otherwise. */
export const manifestsOf = (text: string): object[] =>
  [other, card, server].map((of) => JSON.parse(JSON.stringify(of(text)).replaceAll('"__proto__":', '"proto":')));

/** The fields of a registration beside the manifest. */
export const fieldsOf = (text: string) => ({
  ...{ name: text, role: text, model: text, runtime_type: text, provider: text, description: text },
  ...{ version: text, licence: text, tags: [text], capabilities: [text] },
  endpoints: [{ protocol: "mcp", url: "https://agent.example/mcp", transport: text }],
});
