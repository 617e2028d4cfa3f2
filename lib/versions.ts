/** Version of the interface: of the description, the directory's `spec_version`, and the health snapshot. */
export const SPEC_VERSION = "0.3.0";

/** The runtime is a public testnet; `env` of the health snapshot speaks of the hosting instead. */
export const NETWORK_STATUS = "TESTNET";

/** The channel that the health snapshot reports; the release list says which channel a build is of. */
export const RELEASE_CHANNEL = "stable" as const;
