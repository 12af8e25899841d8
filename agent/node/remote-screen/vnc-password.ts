/**
 * VNC authentication (RFC 6143 §7.2.2): the server's 16 random bytes, encrypted with the password. Only
 * eight characters count, and an eavesdropper can search for them. The protection is that a password is valid
 * once, behind a path that cannot be guessed.
 */
import { createCipheriv } from 'node:crypto';

export const VNC_PASSWORD_LENGTH = 8;

/** VNC's DES reads the bits of each key byte in reverse order. */
const mirrored = (byte: number): number => {
  let turned = 0;
  for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) turned |= 0x80 >> bit;
  return turned;
};

/** Returns the response to a challenge with this password. */
export function vncResponse(password: string, challenge: Uint8Array): Buffer {
  const key = Buffer.alloc(VNC_PASSWORD_LENGTH);
  key.write(password, 'latin1');
  const turned = key.map(mirrored);
  // Triple DES with three equal keys is single DES, which OpenSSL 3 does not offer by default.
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([turned, turned, turned]), null);
  cipher.setAutoPadding(false);
  return Buffer.concat([cipher.update(challenge), cipher.final()]);
}
