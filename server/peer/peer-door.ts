/** Checks the ticket of a socket to the peer server. A ticket is valid for one peer id. */
import type { IncomingMessage } from 'node:http';
import type { Addresses } from '#http/addresses.ts';
import { siteOfPath } from '#http/site-path.ts';
import type { PeerFrame } from '#protocol/peer/peer-signalling.ts';
import type { PeerHolder, PeerTickets } from './peer-tickets.ts';

export type DoorAddresses = Pick<Addresses, 'isPageOrigin' | 'isNearOrigin' | 'isBrokerOrigin' | 'placeOf'>;

export type PeerAdmission =
  | { name: 'admitted'; holder: PeerHolder; peerId: string }
  /** `frame` is sent to the client before its socket is closed. */
  | { name: 'refused'; reason: string; frame: PeerFrame };

/** Reads `?key={tenant}&id={peerId}&token={ticket}`. The ticket is spent even if the rest is invalid. */
export function admitPeer(
  request: IncomingMessage,
  tickets: Pick<PeerTickets, 'redeem'>,
  addresses: DoorAddresses,
): PeerAdmission {
  const query = new URLSearchParams((request.url ?? '').split('?')[1]);
  const [key = '', id = '', token = ''] = ['key', 'id', 'token'].map((name) => query.get(name) ?? '');
  const redeemed = tickets.redeem(token);
  if (!key || !id || !token) return refuse('query', 'The address needs key, id and token.');
  if (redeemed.name === 'unknown') return refuse('ticket', 'This ticket is unknown or was used before.');
  if (redeemed.name === 'expired') return refuse('ticket-expired', 'This ticket has expired.');
  const { holder, peerId } = redeemed;
  const site = siteOfPath(request.url ?? '');
  if (site !== undefined && site !== holder.site)
    return refuse('site', 'This ticket belongs to another site.');
  const place = addresses.placeOf(request.headers.host);
  const otherHost = place.name === 'console' && place.tenant !== holder.tenant;
  if (key !== holder.tenant || otherHost) return refuse('tenant', 'This ticket belongs to another tenant.');
  return id === peerId
    ? { name: 'admitted', holder, peerId }
    : refuse('id', 'This id is not the one of the ticket.', 'ID-TAKEN');
}

const refuse = (reason: string, msg: string, type: 'ERROR' | 'ID-TAKEN' = 'ERROR'): PeerAdmission => ({
  name: 'refused',
  reason,
  frame: { type, payload: { msg } },
});
