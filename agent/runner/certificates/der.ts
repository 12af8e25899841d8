/** The few ASN.1 types that a certificate needs, in DER encoding (X.690). */

function value(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

/** Lengths up to 127 take one byte. Longer ones begin with their number of bytes. */
function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from([0x80 + bytes.length, ...bytes]);
}

/** Encodes a number in base 128: all bytes except the last have the highest bit set. */
function base128(number: number): number[] {
  const bytes = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(0x80 + (rest % 128));
  return bytes;
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => value(0x30, ...parts);
export const setOf = (...parts: readonly Uint8Array[]): Buffer => value(0x31, ...parts);
export const octets = (content: Uint8Array): Buffer => value(0x04, content);
export const utf8 = (text: string): Buffer => value(0x0c, Buffer.from(text));
export const yes: Buffer = value(0x01, Buffer.from([0xff]));

/** Encodes a non-negative integer from big-endian bytes. A leading zero keeps the sign bit free. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.from([0]) : Buffer.from(bytes).subarray(first);
  return value(0x02, ...((digits[0] ?? 0) > 0x7f ? [Buffer.from([0])] : []), digits);
}

/** `unusedBits` is the number of unused bits at the end of the last byte. */
export const bits = (content: Uint8Array, unusedBits = 0): Buffer =>
  value(0x03, Buffer.from([unusedBits]), content);

/** Encodes an object id such as `2.5.29.17`. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return value(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** Encodes a time in seconds. Years from 2050 on have four digits, earlier ones two. */
export function time(epochMs: number): Buffer {
  const digits = new Date(epochMs).toISOString().replace(/\.\d+|[-:T]/g, '');
  return Number(digits.slice(0, 4)) < 2050
    ? value(0x17, Buffer.from(digits.slice(2)))
    : value(0x18, Buffer.from(digits));
}

/** Encodes a numbered member: one that contains others (`inside`), or one of raw bytes (`plain`). */
export const inside = (number: number, ...parts: readonly Uint8Array[]): Buffer =>
  value(0xa0 + number, ...parts);
export const plain = (number: number, content: Uint8Array): Buffer => value(0x80 + number, content);
