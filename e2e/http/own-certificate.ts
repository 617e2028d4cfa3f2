import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";

/** A certificate for `localhost`, and the authority that signed it, for NODE_EXTRA_CA_CERTS. */
export interface OwnCertificate {
  key: string;
  cert: string;
  authority: string;
}

/** Creates both in a folder, with openssl. @returns the paths of their files */
export function makeCertificate(folder: string): OwnCertificate {
  const file = (name: string) => path.join(folder, name);
  const openssl = (...parameters: string[]) => execFileSync("openssl", parameters, { stdio: "pipe" });
  const newKey = (name: string) => [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-keyout",
    file(name),
  ];
  const authority = ["-out", file("ca.pem"), "-days", "2", "-subj", "/CN=Test authority"];
  openssl("req", "-x509", ...newKey("ca.key"), ...authority);
  openssl("req", ...newKey("tls.key"), "-out", file("tls.csr"), "-subj", "/CN=localhost");
  writeFileSync(file("names.cnf"), "subjectAltName=DNS:localhost\n");
  const signed = ["-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-CAcreateserial", "-days", "2"];
  openssl("x509", "-req", "-in", file("tls.csr"), ...signed, "-extfile", file("names.cnf"), "-out", file("tls.pem"));
  return { key: file("tls.key"), cert: file("tls.pem"), authority: file("ca.pem") };
}
