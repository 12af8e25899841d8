/**
 * Chrome's format of a signed extension (CRX3): a header as a protocol buffer, then the extension as a zip
 * file. The package `crx3` of npm needs Node 22, and reads the key and the files from the disk only.
 */
import { createSign } from 'node:crypto';
import { type ExtensionKey, extensionIdBytes } from './extension-key.ts';

const MAGIC = Buffer.from('Cr24');
const FORMAT_VERSION = 3;

/** Field numbers of `CrxFileHeader`, `AsymmetricKeyProof` and `SignedData` in Chromium's `crx3.proto`. */
const FIELD = {
  header: { sha256WithRsa: 2, signedHeaderData: 10_000 },
  proof: { publicKey: 1, signature: 2 },
  signedData: { crxId: 1 },
} as const;

/** The signature covers this text, the length of the signed data, the signed data, and the zip file. */
const SIGNATURE_CONTEXT = Buffer.from('CRX3 SignedData\0');

export function packCrx(zip: Uint8Array, { privateKey, publicKey }: ExtensionKey): Buffer {
  const signedData = bytesField(FIELD.signedData.crxId, extensionIdBytes(publicKey));
  const signature = createSign('sha256')
    .update(SIGNATURE_CONTEXT)
    .update(uint32(signedData.length))
    .update(signedData)
    .update(zip)
    .sign(privateKey);
  const proof = Buffer.concat([
    bytesField(FIELD.proof.publicKey, publicKey),
    bytesField(FIELD.proof.signature, signature),
  ]);
  const header = Buffer.concat([
    bytesField(FIELD.header.sha256WithRsa, proof),
    bytesField(FIELD.header.signedHeaderData, signedData),
  ]);
  return Buffer.concat([MAGIC, uint32(FORMAT_VERSION), uint32(header.length), header, zip]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** A field of a protocol buffer whose value is bytes or another message. */
function bytesField(number: number, value: Uint8Array): Buffer {
  const LENGTH_DELIMITED = 2;
  return Buffer.concat([varint((number << 3) | LENGTH_DELIMITED), varint(value.length), value]);
}

/** Seven bits a byte, lowest first; every byte but the last has its highest bit set. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}
