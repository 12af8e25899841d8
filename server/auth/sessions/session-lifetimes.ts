/** How long sessions, and the tokens of a session, are good for. Milliseconds, where a name does not say seconds. */
import type { Subject } from './subjects.ts';

export type SessionLifetimes = {
  accessTokenSeconds: number;
  /** How long a refresh token of a device or a runner may stay unused. */
  refreshTokenSeconds: number;
  /** A tutor's session from the sign-in on, however often it is refreshed. */
  sessionSeconds: number;
  /** How long a tutor's session may stay unused. */
  idleSeconds: number;
};

/** The two fields of a login or refresh body: wishes that can shorten a life but never prolong it. */
export type Expiries = {
  accessExpiryMinutes?: number | undefined;
  refreshExpiryMinutes?: number | undefined;
};

/** The admin realm's sessions end after a working day, whatever is configured for the console. */
const MAX_ADMIN_SECONDS = 43_200;
/** A device whose site's secrets were revoked is out after this time at the latest: it cannot renew its token. */
const MAX_DEVICE_TOKEN_SECONDS = 1_800;

const orForever = (wishedMinutes: number | undefined) => (wishedMinutes ?? Number.POSITIVE_INFINITY) * 60;

/** Until when sessions of a sign-in at `beganAt` may go on. Devices and runners go on until they are removed. */
export function endOfSession(limits: SessionLifetimes, subject: Subject, beganAt: number): number {
  if (subject.kind !== 'tutor') return Number.POSITIVE_INFINITY;
  const most = subject.realm === 'admin' ? MAX_ADMIN_SECONDS : Number.POSITIVE_INFINITY;
  return beganAt + Math.min(limits.sessionSeconds, most) * 1000;
}

/** Whole seconds that an access token made at `now` is good for; 0 or less: the session is over. */
export function accessTokenSeconds(
  limits: SessionLifetimes,
  subject: Subject,
  { expiries, now, end }: { expiries: Expiries; now: number; end: number },
): number {
  const ofKind = subject.kind === 'device' ? MAX_DEVICE_TOKEN_SECONDS : Number.POSITIVE_INFINITY;
  const most = Math.min(limits.accessTokenSeconds, ofKind, orForever(expiries.accessExpiryMinutes));
  return Math.min(most, Math.floor((end - now) / 1000));
}

/** Until when a refresh token made at `now` is good. */
export function refreshTokenEnd(
  limits: SessionLifetimes,
  subject: Subject,
  { expiries, now, end }: { expiries: Expiries; now: number; end: number },
): number {
  const unused =
    subject.kind === 'tutor'
      ? Math.min(limits.refreshTokenSeconds, limits.idleSeconds)
      : limits.refreshTokenSeconds;
  return Math.min(now + Math.min(unused, orForever(expiries.refreshExpiryMinutes)) * 1000, end);
}
