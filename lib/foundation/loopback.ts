/** Matches hosts that mean the reader's own machine. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/**
 * Returns whether a host is the reader's own machine. @param hostname as in a parsed URL: lower case, IPv6 in brackets
 */
export const isLoopbackHost = (hostname: string): boolean => LOOPBACK.test(hostname);
