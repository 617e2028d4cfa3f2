// SEC 2, 2.4.2: secp256r1, also called P-256.
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/**
 * Returns whether two coordinates are a point of P-256. The group has a prime order, so every point except the one at
 * infinity, which has no coordinates, is a valid public key (SP 800-56A, 5.6.2.3.3).
 * @param hex x and y, 32 bytes each
 */
export function isOnP256(hex: string): boolean {
  const [x, y] = [BigInt(`0x${hex.slice(0, 64)}`), BigInt(`0x${hex.slice(64)}`)];
  return x < P && y < P && (y * y - (x * x * x - 3n * x + B)) % P === 0n;
}
