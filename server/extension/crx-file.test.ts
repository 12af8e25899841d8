import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { packCrx } from './crx-file.ts';
import { extensionId } from './extension-key.ts';
import { verifiedCrx } from './fakes/verified-crx.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' });
const key = { privateKey: pair.privateKey, publicKey, id: extensionId(publicKey) };
const zip = zipSync({ 'manifest.json': Buffer.from('{}'), 'a/b.js': Buffer.from('1;') });

describe('a signed extension', () => {
  it('has a signature of its key, the id of its key, and its files', () => {
    expect(verifiedCrx(packCrx(zip, key))).toEqual({
      id: key.id,
      publicKey,
      files: { 'manifest.json': '{}', 'a/b.js': '1;' },
    });
  });

  it.each([
    ['in its files', -1],
    ['in its header', 20],
  ])('is refused after a change %s', (_where, at) => {
    const crx = packCrx(zip, key);
    const place = at < 0 ? crx.length + at : at;
    crx.writeUInt8(crx.readUInt8(place) ^ 1, place);
    expect(() => verifiedCrx(crx)).toThrow();
  });

  it('is refused with the signature of another key', () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    expect(() => verifiedCrx(packCrx(zip, { ...key, privateKey: other }))).toThrow('signature');
  });
});

/** The key of an extension that Google publishes, with its known id (Chrome's PDF viewer). */
const PDF_VIEWER_KEY =
  'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDN6hM0rsDYGbzQPQfOygqlRtQgKUXMfnSjhIBL7LnReAVBEd7ZmKtyN2qmSasMl4HZpMhVe2rPWVVwBDl6iyNE/Kok6E6v6V3vCLGsOpQAuuNVye/3QxzIldzG/jQAdWZiyXReRVapOhZtLjGfywCvlWq7Sl/e3sbc0vWybSDI2QIDAQAB';

it('has the id that Chrome gives to a known key', () => {
  expect(extensionId(Buffer.from(PDF_VIEWER_KEY, 'base64'))).toBe('mhjfbmdgcfjbbpaeojofohoefgiehjai');
});

it('accepts a key that was stored as JSON', () => {
  const stored = JSON.parse(JSON.stringify(pair.privateKey.export({ format: 'jwk' })));
  const read = createPrivateKey({ key: stored, format: 'jwk' });
  expect(createPublicKey(read).export({ type: 'spki', format: 'der' })).toEqual(publicKey);
});
