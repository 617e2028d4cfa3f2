import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIPv4 } from "node:net";

export interface Authority {
  /** Its certificate, as PEM: for NODE_EXTRA_CA_CERTS or the option `ca`. */
  certificate: string;
  /** Issues a certificate for host names and IPv4 addresses, in the form for `https.createServer`. */
  issue: (names: readonly string[]) => { cert: string; key: string };
}

/** One element of DER (X.690): tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const bitString = (bytes: Uint8Array) => der(0x03, Buffer.from([0]), bytes);
const yes = der(0x01, Buffer.from([0xff]));

const ECDSA_WITH_SHA256 = sequence(oid("2a8648ce3d040302"));
const nameOf = (text: string) => sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(text)))));
const extension = (id: string, value: Uint8Array) => sequence(oid(id), yes, der(0x04, value));

/** subjectAltName (RFC 5280, 4.2.1.6): dNSName or iPAddress. */
function alternativeNames(names: readonly string[]): Buffer {
  const each = names.map((name) =>
    isIPv4(name) ? der(0x87, Buffer.from(name.split(".").map(Number))) : der(0x82, Buffer.from(name)),
  );
  return extension("551d11", sequence(...each));
}

interface Request {
  subject: string;
  publicKey: KeyObject;
  issuer: string;
  issuerKey: KeyObject;
  extensions: Buffer;
}

/** An X.509 v3 certificate (RFC 5280, 4.1) as PEM, valid from 2020 to 2049. */
function certificate({ subject, publicKey, issuer, issuerKey, extensions }: Request): string {
  const [from, until] = ["200101000000Z", "491231235959Z"].map((time) => der(0x17, Buffer.from(time)));
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(from as Buffer, until as Buffer),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extensions)),
  );
  const whole = sequence(body, ECDSA_WITH_SHA256, bitString(sign("sha256", body, issuerKey)));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** Makes an authority, so that tests can serve https on loopback without a key in the repository. */
export function makeAuthority(issuer = "Test authority"): Authority {
  const own = newKeys();
  const isAuthority = extension("551d13", sequence(yes));
  const about = { issuer, issuerKey: own.privateKey };
  return {
    certificate: certificate({ ...about, subject: issuer, publicKey: own.publicKey, extensions: isAuthority }),
    issue: (names) => {
      const { publicKey, privateKey } = newKeys();
      const cert = certificate({ ...about, subject: "server", publicKey, extensions: alternativeNames(names) });
      return { cert, key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
    },
  };
}
