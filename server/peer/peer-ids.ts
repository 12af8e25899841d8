/**
 * Peer ids say by themselves whose they are, to the platform only. So a peer keeps its id when the platform was
 * restarted or another process answers, and nothing has to be stored.
 */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { equalText } from '../auth/secrets/secrets.ts';
import type { SigningKeys } from '../auth/secrets/signing-keys.ts';

/** Who holds a peer id. `id`: of the tutor, or of the device's client. */
export type PeerSubject = { kind: 'tutor' | 'device'; tenant: string; site: string; id: string };

export type PeerIds = {
  create(subject: PeerSubject): string;
  /** Was it made for this subject? */
  isOf(peerId: string, subject: PeerSubject): boolean;
};

const RANDOM_BYTES = 16;
const DIGITS = 2 * RANDOM_BYTES;

/** 64 hexadecimal digits: half of them random, half a seal over them and the subject. */
export function createPeerIds(secret: Buffer): PeerIds {
  const seal = (random: string, { tenant, site, kind, id }: PeerSubject) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([random, tenant, site, kind, id]))
      .digest('hex')
      .slice(0, DIGITS);
  return {
    create(subject) {
      const random = randomBytes(RANDOM_BYTES).toString('hex');
      return random + seal(random, subject);
    },
    isOf: (peerId, subject) => equalText(peerId.slice(DIGITS), seal(peerId.slice(0, DIGITS), subject)),
  };
}

/** Made from the key of the access tokens, so that every process on the same database has the same. */
export async function readPeerIdSecret(signingKeys: SigningKeys): Promise<Buffer> {
  const [{ privateJwk }] = await signingKeys.ensure('access');
  if (privateJwk.d === undefined) throw new Error('The signing key has no private part');
  return Buffer.from(hkdfSync('sha256', privateJwk.d, '', 'lectern peer ids', 32));
}
