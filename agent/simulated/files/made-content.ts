/** Generates the bytes of a simulated file from its name, the same at every read and from any offset. */
import { createHash } from 'node:crypto';

const SLICE_BYTES = 1024 * 1024;

export function madeContent(...words: readonly (string | number)[]) {
  const seed = createHash('sha256').update(words.join('\u0000')).digest().readUInt32LE(0);

  const read = (offset: number, length: number): Uint8Array => {
    const first = offset >>> 2;
    const skipped = offset - first * 4;
    const numbers = new Uint32Array(Math.ceil((skipped + length) / 4));
    for (let i = 0; i < numbers.length; i++) {
      // The last steps of murmur3 over a counter
      let mixed = (seed + Math.imul(first + i, 0x9e3779b1)) | 0;
      mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
      mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
      numbers[i] = mixed ^ (mixed >>> 16);
    }
    return new Uint8Array(numbers.buffer, skipped, length);
  };

  return {
    read,
    /** Returns the hexadecimal hash. */
    sha256(size: number): string {
      const hash = createHash('sha256');
      for (let at = 0; at < size; at += SLICE_BYTES) hash.update(read(at, Math.min(SLICE_BYTES, size - at)));
      return hash.digest('hex');
    },
  };
}
