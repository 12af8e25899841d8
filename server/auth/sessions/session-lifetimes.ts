/** Lifetimes of sessions and tokens, in milliseconds unless a name says seconds. */
import type { Subject } from './subjects.ts';

export type SessionLifetimes = {
  accessTokenSeconds: number;
  /** How long a refresh token of a device or a runner may stay unused. */
  refreshTokenSeconds: number;
  /** From the sign-in of a tutor to the end of the session, however often it is refreshed. */
  sessionSeconds: number;
  /** How long a tutor's session may stay unused. */
  idleSeconds: number;
};

/** The two fields of a login or refresh body. They can shorten a lifetime but never extend it. */
export type Expiries = {
  accessExpiryMinutes?: number | undefined;
  refreshExpiryMinutes?: number | undefined;
};

/** Admin sessions end after a working day, whatever is configured for the console. */
const MAX_ADMIN_SECONDS = 43_200;
/** After a site's secrets are revoked, its devices are out by this time, as they cannot renew tokens. */
const MAX_DEVICE_TOKEN_SECONDS = 1_800;

const secondsOrForever = (requestedMinutes: number | undefined) =>
  (requestedMinutes ?? Number.POSITIVE_INFINITY) * 60;

/** When the sessions of a sign-in at `beganAt` end. Those of devices and runners never do. */
export function endOfSession(limits: SessionLifetimes, subject: Subject, beganAt: number): number {
  if (subject.kind !== 'tutor') return Number.POSITIVE_INFINITY;
  const maxSeconds = subject.realm === 'admin' ? MAX_ADMIN_SECONDS : Number.POSITIVE_INFINITY;
  return beganAt + Math.min(limits.sessionSeconds, maxSeconds) * 1000;
}

/** Lifetime in whole seconds of an access token made at `now`; 0 or less: the session has ended. */
export function accessTokenSeconds(
  limits: SessionLifetimes,
  subject: Subject,
  { expiries, now, end }: { expiries: Expiries; now: number; end: number },
): number {
  const ofKind = subject.kind === 'device' ? MAX_DEVICE_TOKEN_SECONDS : Number.POSITIVE_INFINITY;
  const maxSeconds = Math.min(
    limits.accessTokenSeconds,
    ofKind,
    secondsOrForever(expiries.accessExpiryMinutes),
  );
  return Math.min(maxSeconds, Math.floor((end - now) / 1000));
}

/** When a refresh token made at `now` expires. */
export function refreshTokenEnd(
  limits: SessionLifetimes,
  subject: Subject,
  { expiries, now, end }: { expiries: Expiries; now: number; end: number },
): number {
  const unused =
    subject.kind === 'tutor'
      ? Math.min(limits.refreshTokenSeconds, limits.idleSeconds)
      : limits.refreshTokenSeconds;
  return Math.min(now + Math.min(unused, secondsOrForever(expiries.refreshExpiryMinutes)) * 1000, end);
}
