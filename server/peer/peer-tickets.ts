/**
 * Tickets for the peer server, valid once and briefly, because they are part of a URL. Any process can issue
 * one, because its content is in it, encrypted. The process that serves the site stores its use.
 */
import { randomUUID } from 'node:crypto';
import type { MakeRateLimit } from '#base/rate-limit.ts';
import { seal, unseal } from '#base/secrets.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { PEER_TICKET_LIFETIME_MS, type PeerTicket } from '#protocol/peer/peer-signalling.ts';
import { createPeerIds, type PeerSubject } from './peer-ids.ts';

/** `session`: the sign-in, whose end also ends the socket. */
export type PeerHolder = PeerSubject & { session: string };

export type IssueResult =
  | { name: 'issued'; ticket: PeerTicket }
  | { name: 'not-yours' }
  | { name: 'too-many'; waitSeconds: number };
export type RedeemResult =
  | { name: 'ok'; holder: PeerHolder; peerId: string }
  /** Invalid, or used before. */
  | { name: 'unknown' }
  | { name: 'expired' };

export type PeerTickets = {
  /** `previousPeerId`: the previous peer id, to be used again. */
  issue(holder: PeerHolder, previousPeerId?: string): IssueResult;
  /** Spends the ticket, even if no socket is opened. */
  redeem(ticket: string): RedeemResult;
  /** The site of a ticket, without spending it. Undefined: not a ticket of this platform. */
  siteOf(ticket: string): Pick<PeerHolder, 'tenant' | 'site'> | undefined;
};

/** A console requests one for each connection of a tab, and again after each disconnection. */
const TICKETS_PER_MINUTE = 120;
const PURPOSE = 'peer ticket';

/** `id` makes each ticket unique. */
type Content = { holder: PeerHolder; peerId: string; expiresAt: EpochMs; id: string };

/** `secret`: the same in every process and after a restart. */
export function createPeerTickets(deps: {
  secret: Buffer;
  clock: () => EpochMs;
  rateLimit: MakeRateLimit;
}): PeerTickets {
  const { clock } = deps;
  const secret = deps.secret.toString('base64url');
  const ids = createPeerIds(deps.secret);
  const rate = deps.rateLimit('peer-tickets', { perMinute: TICKETS_PER_MINUTE });
  /** Ids of used tickets with their expiry, oldest first. */
  const used = new Map<string, EpochMs>();

  function read(ticket: string): Content | undefined {
    const text = unseal(secret, ticket, PURPOSE);
    return text === undefined ? undefined : JSON.parse(text);
  }

  function forgetExpired(): void {
    for (const [id, expiresAt] of used) {
      if (expiresAt > clock()) return;
      used.delete(id);
    }
  }

  return {
    issue(holder, previousPeerId) {
      if (previousPeerId !== undefined && !ids.isOf(previousPeerId, holder)) return { name: 'not-yours' };
      const subject = subjectKey(holder);
      if (!rate.take(subject)) return { name: 'too-many', waitSeconds: rate.waitSeconds(subject) };
      const peerId = previousPeerId ?? ids.create(holder);
      const expiresAt = clock() + PEER_TICKET_LIFETIME_MS;
      const content: Content = { holder, peerId, expiresAt, id: randomUUID() };
      const ticket = seal(secret, JSON.stringify(content), PURPOSE);
      return { name: 'issued', ticket: { ticket, peerId, expiresAt } };
    },
    redeem(ticket) {
      const content = read(ticket);
      if (content === undefined || used.has(content.id)) return { name: 'unknown' };
      forgetExpired();
      const { holder, peerId, expiresAt, id } = content;
      if (expiresAt <= clock()) return { name: 'expired' };
      used.set(id, expiresAt);
      return { name: 'ok', holder, peerId };
    },
    siteOf: (ticket) => read(ticket)?.holder,
  };
}

export const subjectKey = ({ tenant, site, kind, id }: PeerSubject): string =>
  JSON.stringify([tenant, site, kind, id]);
