/** Tickets to the peer server: good once and for a moment, because they travel in an address. */
import { PEER_TICKET_LIFETIME_MS, type PeerTicket } from '#protocol/peer/peer-signalling.ts';
import { newSecret } from '../auth/secrets/secrets.ts';
import { createRateLimit } from '../broker/rate-limit.ts';
import type { PeerIds, PeerSubject } from './peer-ids.ts';

/** `session`: the sign-in behind it, whose end ends the ticket and the socket. */
export type PeerHolder = PeerSubject & { session: string };

export type IssueResult =
  | { name: 'issued'; ticket: PeerTicket }
  | { name: 'not-yours' }
  | { name: 'too-many'; waitSeconds: number };
export type RedeemResult =
  | { name: 'ok'; holder: PeerHolder; peerId: string }
  /** Or used before. */
  | { name: 'unknown' }
  | { name: 'expired' };

export type PeerTickets = {
  /** `wished`: the peer id of before. */
  issue(holder: PeerHolder, wished?: string): IssueResult;
  /** Spends the ticket, whatever becomes of the socket. */
  redeem(ticket: string): RedeemResult;
  /** Makes the tickets of a sign-in worthless. */
  endSession(tenant: string, session: string): void;
  /** How many are kept. */
  count(): number;
};

/** Another process may be asked. */
export type IssuesTickets = {
  issue(...of: Parameters<PeerTickets['issue']>): IssueResult | Promise<IssueResult>;
};

/** A console asks once for each connection of a tab, and again after each break. */
const TICKETS_PER_MINUTE = 120;

type Issued = { holder: PeerHolder; peerId: string; expiresAt: number };

/** `clock`: epoch milliseconds. `newTicket` makes one that cannot be guessed. */
export function createPeerTickets({
  ids,
  clock,
  newTicket = newSecret,
}: {
  ids: PeerIds;
  clock: () => number;
  newTicket?: (() => string) | undefined;
}): PeerTickets {
  /** Oldest first. */
  const issued = new Map<string, Issued>();
  const rate = createRateLimit({ perMinute: TICKETS_PER_MINUTE, now: clock });

  function forgetExpired(): void {
    for (const [ticket, { expiresAt }] of issued) {
      if (expiresAt > clock()) return;
      issued.delete(ticket);
    }
  }

  return {
    issue(holder, wished) {
      if (wished !== undefined && !ids.isOf(wished, holder)) return { name: 'not-yours' };
      const subject = subjectKey(holder);
      if (!rate.take(subject)) return { name: 'too-many', waitSeconds: rate.waitSeconds(subject) };
      forgetExpired();
      const peerId = wished ?? ids.create(holder);
      const ticket = newTicket();
      const expiresAt = clock() + PEER_TICKET_LIFETIME_MS;
      issued.set(ticket, { holder, peerId, expiresAt });
      return { name: 'issued', ticket: { ticket, peerId, expiresAt } };
    },
    redeem(ticket) {
      const found = issued.get(ticket);
      if (found === undefined) return { name: 'unknown' };
      issued.delete(ticket);
      const { holder, peerId, expiresAt } = found;
      return expiresAt > clock() ? { name: 'ok', holder, peerId } : { name: 'expired' };
    },
    endSession(tenant, session) {
      for (const [ticket, { holder }] of issued) {
        if (holder.tenant === tenant && holder.session === session) issued.delete(ticket);
      }
    },
    count: () => issued.size,
  };
}

export const subjectKey = ({ tenant, site, kind, id }: PeerSubject): string =>
  JSON.stringify([tenant, site, kind, id]);
