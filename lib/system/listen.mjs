// Says why nothing can listen on a port. Plain JavaScript, because `npm start` asks before it builds.
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * @param {NodeJS.ErrnoException} error of `listen` @param {number} port
 * @param {string | undefined} host undefined: all addresses
 * @returns {string} a sentence that names the setting
 */
export function faultOfListening({ code, message }, port, host) {
  if (code === "EADDRINUSE") return `PORT: ${port} is already in use.`;
  if (code === "EACCES") return `PORT: this account may not listen on ${port}. Choose one from 1024 on.`;
  if (code === "EADDRNOTAVAIL") return `HOST: this machine does not have the address ${host}.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `HOST: no address was found for the name ${host}.`;
  return `HOST and PORT: nothing can listen there (${code ?? message}).`;
}

/**
 * Tries to listen, for a moment.
 * @param {number} port @param {string | undefined} host undefined: all addresses
 * @returns {Promise<NodeJS.ErrnoException | undefined>} the error, if it is not possible
 */
export async function tryListening(port, host) {
  const server = createServer().listen(port, host);
  try {
    await once(server, "listening");
    return undefined;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error);
  } finally {
    server.close();
  }
}
