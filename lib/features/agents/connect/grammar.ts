import anyAscii from "any-ascii";
import { BOUNDS } from "@/lib/foundation/bounds";
import { trimBothEndsOf } from "@/lib/foundation/text/trim";
import { isPublicUrl } from "../details";

// The texts that may be part of a command that a stranger pastes into a shell. The grammars are those of the package
// registries, without the few characters that a shell treats specially.

const NPM_NAME = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
/** Name prefixes that npx would read from the disk. */
const ARCHIVE = /\.(?:tgz|tar|tar\.gz)$/;
/** Semantic Versioning 2.0.0. */
const NPM_VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
/** PEP 508. */
const PYPI_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
/** The words of PEP 440. */
const PYPI_WORDS = new Set(["a", "b", "c", "rc", "alpha", "beta", "pre", "preview", "post", "dev"]);
/** The reference grammar of the OCI distribution specification: host, path, tag and digest. */
const OCI_HOST =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*(?::\d{1,5})?$/;
const OCI_PART = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const OCI_TAG = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
const OCI_DIGEST = /^sha256:[0-9a-f]{64}$/;

const MAX_NPM_NAME = 214;
const MAX_SERVER_NAME = 40;
const MAX_PLACEHOLDER = 40;

/** Matches one word of a command that every shell takes literally. Windows' `cmd` reads `%NAME%` as a variable. */
const WORD = /^[A-Za-z0-9@._/+-][A-Za-z0-9@._/:=+,-]{0,499}$/;
/**
 * Matches an address that every shell takes literally. Any other character needs quotes, and shells quote differently.
 */
const ADDRESS = /^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:\/[A-Za-z0-9._~@:=+,/-]*)?(?:\?[A-Za-z0-9._~=+,/-]*)?$/;
/** Matches a value that contains no address, path or option. */
const PLAIN_VALUE = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
/**
 * Variables with which a program, its loader or a shell loads code, chooses a registry, a proxy or certificates, or
 * finds files.
 */
const READ_BY_PROGRAMS = [
  /^(?:NODE_(?!ENV$)|NPM_|YARN_|PNPM_|COREPACK_|UV_|PIP_|PIPX_|PYTHON|VIRTUAL_ENV|CONDA_)/,
  /^(?:DOCKER_|BUILDKIT_|COMPOSE_|CONTAINER|LD_|DYLD_|GLIBC_|GCONV_|MALLOC_|SSL_|OPENSSL_|CURL_|GIT_|BASH_|XDG_|ELECTRON_)/,
  /^(?:PATH|PATHEXT|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|COMSPEC|SYSTEMROOT|SHELL|ENV|IFS|PS4|ZDOTDIR|PROMPT_COMMAND)$/,
  /^(?:TMP|TEMP|TMPDIR|REQUESTS_CA_BUNDLE|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|EDITOR|PAGER|BROWSER)$/,
  /_PROXY$/,
];

/** Returns whether every shell takes a text as one literal word. */
export const isWord = (text: string): boolean => WORD.test(text);

/** Returns whether a text is safe as the value of a variable that a stranger chose. */
export const isPlainValue = (text: string): boolean => PLAIN_VALUE.test(text);

/** Returns whether a variable is safe to set for the server. Windows compares names without regard to case. */
export const isVariableName = (name: string): boolean =>
  VARIABLE_NAME.test(name) && !READ_BY_PROGRAMS.some((read) => read.test(name.toUpperCase()));

/** Returns a name with its version in npm's form, or undefined if either breaks npm's rules. */
export function npmSpecifier(name: string, version: string): string | undefined {
  if (name.length > MAX_NPM_NAME || !NPM_NAME.test(name) || ARCHIVE.test(name)) return undefined;
  return specifier(name, version, (text) => NPM_VERSION.test(text));
}

/** Returns a name with its version in PyPI's form, or undefined if either breaks PyPI's rules. */
export function pypiSpecifier(name: string, version: string): string | undefined {
  if (name.length > BOUNDS.identifier || !PYPI_NAME.test(name)) return undefined;
  return specifier(name, version, isPypiVersion);
}

/** Returns whether a version follows PEP 440, without an epoch: its `!` is a shell's. */
function isPypiVersion(version: string): boolean {
  const [release = "", local = "0", ...rest] = version.split("+");
  const parts = release.split(/[._-]|(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/);
  const isRelease = /^\d/.test(release) && parts.every((part) => PYPI_WORDS.has(part) || /^\d+$/.test(part));
  return isRelease && rest.length === 0 && /^[A-Za-z0-9.]+$/.test(local);
}

function specifier(name: string, version: string, isVersion: (text: string) => boolean): string | undefined {
  if (version === "") return name;
  if (version.length > BOUNDS.version || !isVersion(version) || ARCHIVE.test(version)) return undefined;
  return `${name}@${version}`;
}

/**
 * Returns the reference of an image, or undefined if the text is not a valid one.
 * @param version its tag, if the reference has none
 */
export function ociReference(reference: string, version: string): string | undefined {
  if (reference.length > BOUNDS.identifier) return undefined;
  const [, path = "", tag, digest] = /^(.*?)(?::([^:/@]+))?(?:@([^@]+))?$/.exec(reference) ?? [];
  const parts = path.split("/");
  const [first = ""] = parts;
  const hasHost = parts.length > 1 && /[.:]|^localhost$/.test(first);
  if (hasHost && !OCI_HOST.test(first)) return undefined;
  if (!parts.slice(hasHost ? 1 : 0).every((part) => OCI_PART.test(part))) return undefined;
  if (tag !== undefined && !OCI_TAG.test(tag)) return undefined;
  if (digest !== undefined && !OCI_DIGEST.test(digest)) return undefined;
  if (tag !== undefined || digest !== undefined || version === "") return reference;
  return OCI_TAG.test(version) ? `${reference}:${version}` : undefined;
}

/** Returns whether an address is public, uses https, and is one word in every shell (in double quotes if needed). */
export const isConnectAddress = (text: string): boolean => ADDRESS.test(text) && isPublicUrl(text);

/** Returns an address as one word, in double quotes if a shell would read `?` as a pattern. */
export const addressWord = (address: string): string => (/[?~]/.test(address) ? `"${address}"` : address);

/** Returns the first name that can be turned into a server name of lower-case letters, digits and hyphens. */
export function serverName(...names: string[]): string {
  const slugs = names.map((name) => {
    const plain = anyAscii(name).toLowerCase();
    return trimBothEndsOf(plain.replace(/[^a-z0-9]+/g, "-").slice(0, MAX_SERVER_NAME), "-");
  });
  return slugs.find((slug) => slug !== "") ?? "agent";
}

/** Returns the placeholder for a value that only the user has, such as `YOUR_API_KEY`. */
export function placeholder(name: string): string {
  const plain = name.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  const word = trimBothEndsOf(plain.slice(0, MAX_PLACEHOLDER), "_");
  return `YOUR_${word.replace(/^YOUR_/, "") || "VALUE"}`;
}
