/** SHA-256 as every realm here has it. Pure but for the platform's WebCrypto. */

export const DIGEST_BYTES = 32;

export const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Concatenated: a file's digest is the hash of this. */
export function joinDigests(digests: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(digests.length * DIGEST_BYTES);
  for (const [index, digest] of digests.entries()) joined.set(digest, index * DIGEST_BYTES);
  return joined;
}
