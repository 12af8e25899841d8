/**
 * VNC authentication (RFC 6143 §7.2.2): the server's 16 random bytes, encrypted with the password. Only eight
 * characters of it count, and anybody who hears the exchange can search for them: what keeps strangers out is that a
 * password is good once, behind a path that nobody can guess.
 */
import { createCipheriv } from 'node:crypto';

export const VNC_PASSWORD_LENGTH = 8;

/** VNC's DES reads the bits of each byte of its key the other way round. */
const mirrored = (byte: number): number => {
  let turned = 0;
  for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) turned |= 0x80 >> bit;
  return turned;
};

/** What a viewer that knows the password answers to a challenge. */
export function vncResponse(password: string, challenge: Uint8Array): Buffer {
  const key = Buffer.alloc(VNC_PASSWORD_LENGTH);
  key.write(password, 'latin1');
  const turned = key.map(mirrored);
  // Three times the same key is single DES, which OpenSSL 3 by itself no longer offers.
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([turned, turned, turned]), null);
  cipher.setAutoPadding(false);
  return Buffer.concat([cipher.update(challenge), cipher.final()]);
}
