import { DIGEST_BYTES } from '../digest.ts';

/**
 * Tells contents apart, within the turn that asks. The platform's SHA-256 has threads of its own: when that answers
 * depends on what else the machine does, and so would what a broken transfer leaves behind.
 */
export async function digestAtOnce(bytes: Uint8Array): Promise<Uint8Array> {
  let hash = 0x811c_9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x0100_0193);
  const digest = new Uint8Array(DIGEST_BYTES);
  new DataView(digest.buffer).setInt32(0, hash);
  return digest;
}
