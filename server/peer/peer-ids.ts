/**
 * Peer ids contain a seal of their owner that only the platform can check. So a peer keeps its id across
 * restarts and processes, and no id is stored.
 */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { SigningKeys } from '#auth/secrets/signing-keys.ts';
import { equalText } from '#base/secrets.ts';

/** The owner of a peer id. `id`: of the tutor, or of the device's client. */
export type PeerSubject = { kind: 'tutor' | 'device'; tenant: string; site: string; id: string };

export type PeerIds = {
  create(subject: PeerSubject): string;
  /** Whether the peer id was created for this subject. */
  isOf(peerId: string, subject: PeerSubject): boolean;
};

const RANDOM_BYTES = 16;
const DIGITS = 2 * RANDOM_BYTES;

/** 64 hexadecimal digits: half random, half a seal over these and the subject. */
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

/** Derived from the signing key of access tokens, so all processes on one database share it. */
export async function readPeerIdSecret(signingKeys: SigningKeys): Promise<Buffer> {
  const [{ privateJwk }] = await signingKeys.ensure('access');
  if (privateJwk.d === undefined) throw new Error('The signing key has no private part');
  return Buffer.from(hkdfSync('sha256', privateJwk.d, '', 'lectern peer ids', 32));
}
