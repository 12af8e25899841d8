/**
 * Security events for a later investigation: the attempt, its source and its outcome, but never a token, a
 * code or a secret. Each event is one line of JSON for `keep`. Events of level `warn` also go to the ordinary
 * log, which the operator sees on the terminal. Lines are limited for each reason; counters are not.
 */

import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { createLineLimit } from './line-limit.ts';
import { type Log, oneLineOfJson, redact } from './log.ts';
import { currentRequestId } from './request-ids.ts';

/** All events with the level of their lines. */
const LEVELS = {
  'signed-in': 'info',
  'signed-out': 'info',
  /** A tutor's sign-in that did not result in a session. */
  'sign-in-refused': 'info',
  /** An id token with a tutor's address, but from a different account than the tutor is bound to. */
  'account-refused': 'warn',
  /** A session that ended early, other than by its owner's sign-out. */
  'session-ended': 'info',
  /** An unknown or expired refresh token. */
  'refresh-refused': 'info',
  /** A refresh token that was used before, so a copy of it exists. */
  'refresh-reused': 'warn',
  'hand-over-refused': 'warn',
  /** A sign-in code that was redeemed before, so a copy of it exists. */
  'hand-over-repeated': 'warn',
  /** The first administrator of a tenant, without the authorization of another one. */
  'administrator-made': 'warn',
  /** A sign-up of the first administrator with a wrong set-up code. */
  'set-up-code-refused': 'warn',
  /** A device, a student page or a site runner was enrolled. */
  enrolled: 'info',
  'enrolment-refused': 'info',
  /** A machine showed the secret of another one: its disk image was copied. `who`: the device of the secret. */
  'device-copied': 'warn',
  /** A device was shut out or let in again in the console. */
  'device-shut-out': 'info',
  'device-let-in': 'info',
  /** A wrong secret of a site or a runner, or a wrong key of a student page. */
  'secret-refused': 'warn',
  /** A call or a connection with an invalid or expired token. */
  'token-refused': 'info',
  /** A call or a connection that a known client is not permitted to make. */
  'access-refused': 'info',
  'topic-refused': 'info',
  'packet-refused': 'info',
  /** A frame or a socket of the peer server. */
  'peer-refused': 'info',
  'limit-reached': 'warn',
  /** Keys or secrets were replaced. */
  'keys-renewed': 'warn',
} as const satisfies Record<string, 'info' | 'warn'>;
export type SecurityEventName = keyof typeof LEVELS;

export type SecurityEvent = {
  what: SecurityEventName;
  /**
   * One of the platform's own words, such as `page-key`, and never a caller's text. Lines are limited and
   * counters kept by reason.
   */
  reason?: string | undefined;
  tenant?: string | undefined;
  site?: string | undefined;
  kind?: AccessTokenClaims['kind'] | undefined;
  /** The caller's actual or claimed identity: an id or an e-mail address. */
  who?: string | undefined;
  /** The network address of the caller. */
  address?: string | undefined;
  /** The path, topic, filter or host name. Cut to 256 characters. */
  about?: string | undefined;
};

export type SecurityLog = {
  /** Never throws. */
  note(event: SecurityEvent): void;
  /** The number of events since the start by `what:reason`, including those without a line. */
  counters(): Record<string, number>;
  /** Writes how many lines were omitted so far. */
  stop(): void;
};

export type SecurityLogDeps = {
  log: Pick<Log, 'warn'>;
  clock: () => EpochMs;
  /** Receives a line of JSON without its line end. */
  keep?(line: string, level: 'info' | 'warn'): void;
};

/** Rejections for one reason are alike. Permitted events are logged one by one on a school's morning. */
const LINES_PER_MINUTE = 20;
const ALLOWED_PER_MINUTE = 1_200;
const ALLOWED: ReadonlySet<SecurityEventName> = new Set(['signed-in', 'signed-out', 'enrolled']);
const MAX_TEXT_LENGTH = 256;

export function createSecurityLog({ log, clock, keep }: SecurityLogDeps): SecurityLog {
  const counts = new Map<string, number>();

  function write(what: SecurityEventName, fields: Record<string, unknown>): void {
    const level = LEVELS[what];
    const requestId = currentRequestId();
    keep?.(
      oneLineOfJson({
        at: new Date(clock()).toISOString(),
        level,
        what,
        ...(requestId !== undefined && { requestId }),
        ...fields,
      }),
      level,
    );
    if (level === 'warn') log.warn(what, fields);
  }

  const limit = createLineLimit({
    perMinute: LINES_PER_MINUTE,
    onOmitted(key, more) {
      const [what, reason] = key.split(':', 2) as [SecurityEventName, string | undefined];
      write(what, { ...(reason && { reason }), more });
    },
  });

  return {
    note({ what, ...event }) {
      const key = event.reason === undefined ? what : `${what}:${event.reason}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (!limit.take(key, ALLOWED.has(what) ? ALLOWED_PER_MINUTE : undefined)) return;
      const texts = Object.entries(event).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      );
      write(
        what,
        Object.fromEntries(texts.map(([name, text]) => [name, redact(text.slice(0, MAX_TEXT_LENGTH))])),
      );
    },
    counters: () => Object.fromEntries(counts),
    stop: limit.stop,
  };
}
