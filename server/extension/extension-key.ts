/** The key that signs the Chrome extension. It is the operator's own, so the extension's id is too. */
import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { SigningKeys } from '#auth/secrets/signing-keys.ts';

export type ExtensionKey = {
  privateKey: KeyObject;
  /** SubjectPublicKeyInfo in DER, which is also the `key` of a manifest in base64. */
  publicKey: Buffer;
  id: string;
};

/** Creates the key if the platform has none yet. */
export async function readExtensionKey(signingKeys: Pick<SigningKeys, 'ensure'>): Promise<ExtensionKey> {
  const [{ privateJwk }] = await signingKeys.ensure('extension');
  const privateKey = createPrivateKey({ key: privateJwk as JsonWebKey, format: 'jwk' });
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { privateKey, publicKey, id: extensionId(publicKey) };
}

const ID_BYTES = 16;

/** The part of the key's hash that identifies an extension. */
export const extensionIdBytes = (publicKey: Uint8Array): Buffer =>
  createHash('sha256').update(publicKey).digest().subarray(0, ID_BYTES);

/** Chrome writes the 16 bytes in hexadecimal, with the letters a to p as digits. */
export const extensionId = (publicKey: Uint8Array): string =>
  extensionIdBytes(publicKey)
    .toString('hex')
    .replaceAll(/[0-9a-f]/g, (digit) => String.fromCharCode(0x61 + Number.parseInt(digit, 16)));
