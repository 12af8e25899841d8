/** `POST /peer-tickets`: tickets for the peer server, because URLs must not contain access tokens. */
import type { FastifyInstance } from 'fastify';
import type { Bearers } from '#auth/sessions/bearer.ts';
import type { Sessions } from '#auth/sessions/sessions.ts';
import type { TutorAccess } from '#auth/sessions/subjects.ts';
import type { Tokens } from '#auth/sessions/tokens.ts';
import { parseBody } from '#http/parse-body.ts';
import { tooMany } from '#http/too-many.ts';
import { AppError } from '#protocol/app-error.ts';
import { familyOf, selfOf } from '#protocol/auth/access-token.ts';
import { type PeerTicket, peerTicketBodySchema } from '#protocol/peer/peer-signalling.ts';
import type { PeerHolder, PeerTickets } from './peer-tickets.ts';

export type PeerTicketRouteDeps = {
  bearers: Bearers;
  tokens: Tokens;
  sessions: Sessions;
  access: TutorAccess;
  peerTickets: Pick<PeerTickets, 'issue'>;
};

export function registerPeerTickets(app: FastifyInstance, deps: PeerTicketRouteDeps): void {
  const { bearers, tokens, sessions, access, peerTickets } = deps;

  app.post('/peer-tickets', async (request): Promise<PeerTicket> => {
    const { key } = await bearers.tenant(request);
    const holder = await holderOf(bearers.token(request), key);
    const { peerId } = parseBody(peerTicketBodySchema, request.body);
    // The session is checked last, because a ticket issued after its sign-in has ended would outlive it.
    if (!(await sessions.isLive(key, holder.tokenId))) throw ended();
    const result = peerTickets.issue(holder.of, peerId);
    if (result.name === 'issued') return result.ticket;
    if (result.name === 'not-yours') throw new AppError('forbidden', 'This peer id was not made for you.');
    throw tooMany('Too many tickets; wait a minute.', result.waitSeconds);
  });

  async function holderOf(
    token: string,
    tenant: string,
  ): Promise<{ of: PeerHolder; tokenId: string | undefined }> {
    const claims = await tokens.verify(token);
    const session = familyOf(claims?.jti);
    if (!claims || !session || claims.tenant !== tenant) throw ended();
    const { kind, site } = claims;
    if (kind === 'runner' || site === undefined || claims.realm === 'admin')
      throw new AppError('forbidden', 'Only tutors in the console and devices connect to peers.');
    const tokenId = claims.jti;
    if (kind === 'device') return { of: { kind, tenant, site, id: selfOf(claims), session }, tokenId };
    const sites = await access.sites({ tenant, tutorId: claims.sub });
    if (!sites.some(({ id }) => id === site))
      throw new AppError('forbidden', 'Your account may not use this site any more.');
    return { of: { kind, tenant, site, id: claims.sub, session }, tokenId };
  }
}

const ended = () => new AppError('unauthorized', 'This session has ended.');
