/** Identifies a message's sender by its topic, because the rules let only the sender publish there. */
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';

export type Sender = { tenant: string; site: string; kind: AccessTokenClaims['kind']; self: string };

const RUNNER = 'runner-';

/** Undefined for topics without a sender: chat rooms, and messages of the platform itself. */
export function senderOf(topic: string): Sender | undefined {
  const [tenant = '', site = '', kind, ...rest] = topic.split('/');
  const from = (sender: AccessTokenClaims['kind'], self: string | undefined): Sender | undefined =>
    self ? { tenant, site, kind: sender, self } : undefined;
  if (kind === 'presence') return from('device', rest[2]);
  if (kind === 'events') return from('device', rest[0]);
  if (kind === 'lastwill') return rest[0] === 'tutors' ? from('tutor', rest[1]) : from('device', rest[2]);
  if (kind !== 'tutors') return undefined;
  const [tutorId, , channel, name = ''] = rest;
  if (channel !== 'backchannel') return from('tutor', tutorId);
  return name.startsWith(RUNNER) ? from('runner', name.slice(RUNNER.length)) : from('device', name);
}
