/** Version of the interface: of the description, the directory's `spec_version`, and the health snapshot. */
export const SPEC_VERSION = "0.3.0";

/** The runtime is a public testnet. `env` of the health snapshot is about the hosting instead. */
export const NETWORK_STATUS = "TESTNET";

/** The channel in the health snapshot. The release list has the channel of a build. */
export const RELEASE_CHANNEL = "stable" as const;
