/** Reads a signed extension as Chrome does, for tests. It shares no code with the packer. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { unzipSync } from 'fflate';

/** Throws unless the file is a CRX3 file whose signature is valid and whose key belongs to its id. */
export function verifiedCrx(crx: Buffer): { id: string; publicKey: Buffer; files: Record<string, string> } {
  if (crx.toString('latin1', 0, 4) !== 'Cr24') throw new Error('not a CRX file');
  if (crx.readUInt32LE(4) !== 3) throw new Error('not version 3');
  const headerEnd = 12 + crx.readUInt32LE(8);
  const header = messageOf(crx.subarray(12, headerEnd));
  const zip = crx.subarray(headerEnd);
  const proof = messageOf(only(header, 2));
  const [publicKey, signature] = [only(proof, 1), only(proof, 2)];
  const signedData = only(header, 10_000);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(signedData.length);
  const signed = Buffer.concat([Buffer.from('CRX3 SignedData\0', 'latin1'), length, signedData, zip]);
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  if (!verify('sha256', signed, key, signature)) throw new Error('the signature is wrong');
  const crxId = only(messageOf(signedData), 1);
  const hash = createHash('sha256').update(publicKey).digest();
  if (!crxId.equals(hash.subarray(0, 16))) throw new Error('the id is not that of the key');
  const letters = 'abcdefghijklmnop';
  const id = [...crxId].map((byte) => `${letters[byte >> 4]}${letters[byte & 15]}`).join('');
  const decoder = new TextDecoder();
  const files = Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, decoder.decode(bytes)]);
  return { id, publicKey, files: Object.fromEntries(files) };
}

type Message = Map<number, Buffer[]>;

/** The fields of a protocol buffer that contains only fields of bytes. */
function messageOf(bytes: Buffer): Message {
  const fields: Message = new Map();
  let at = 0;
  const varint = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = bytes.readUInt8(at++);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    if (tag % 8 !== 2) throw new Error(`a field of type ${tag % 8}`);
    const length = varint();
    const number = Math.floor(tag / 8);
    fields.set(number, [...(fields.get(number) ?? []), bytes.subarray(at, at + length)]);
    at += length;
  }
  if (at !== bytes.length) throw new Error('a field is cut off');
  return fields;
}

function only(message: Message, number: number): Buffer {
  const [value, ...more] = message.get(number) ?? [];
  if (value === undefined || more.length > 0) throw new Error(`not exactly one field ${number}`);
  return value;
}
