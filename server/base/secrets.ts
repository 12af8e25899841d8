/** Opaque secrets: generation, hashing, and encryption of a text with a secret. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * 256 random bits as base64url. A leading hyphen is replaced, which costs a thirtieth of a bit: command lines
 * would take such a secret for an option.
 */
export const newSecret = () => randomBytes(32).toString('base64url').replace(/^-/, 'A');

/** The form in which secrets are stored. Secrets are random, so one round of hashing is enough. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url');

export function equalText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `lectern ${purpose}`, 32));

/** Encrypts `text` for one `purpose`, readable only with `secret`, which is stored elsewhere. */
export function seal(secret: string, text: string, purpose: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** The inverse of `seal`; undefined for another secret or purpose, or a damaged text. */
export function unseal(secret: string, sealed: string, purpose: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
