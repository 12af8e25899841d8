/**
 * What a defender of a school wants to read afterwards: who tried what, from where, and what came of it. Never a
 * token, a code or a secret. Each event is one line of JSON for `keep`; those of level `warn` are also lines of the
 * ordinary log, which the operator sees on the terminal. Lines are limited for each reason; counters are not.
 */

import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { createLineLimit } from './http/line-limit.ts';
import { type Log, oneLineOfJson, redact } from './http/log.ts';
import { currentRequestId } from './http/request-ids.ts';

/** Every kind of event, with the level of its lines. */
const LEVELS = {
  'signed-in': 'info',
  'signed-out': 'info',
  /** A sign-in of a tutor that did not come to a session. */
  'sign-in-refused': 'info',
  /** An id token with a tutor's address, of another account than the one that the tutor is bound to. */
  'account-refused': 'warn',
  /** A session that ended before its time, other than by its owner's sign-out. */
  'session-ended': 'info',
  /** A refresh token that is unknown or has expired. */
  'refresh-refused': 'info',
  /** A refresh token that was spent before: somebody has a copy. */
  'refresh-reused': 'warn',
  'hand-over-refused': 'warn',
  /** A code of a sign-in that was redeemed before: somebody has a copy. */
  'hand-over-repeated': 'warn',
  /** A first administrator, whom no other administrator has permitted. */
  'administrator-made': 'warn',
  /** Somebody who would be the first administrator, with a wrong set-up code. */
  'set-up-code-refused': 'warn',
  /** A device, a student page or a site runner came in. */
  enrolled: 'info',
  'enrolment-refused': 'info',
  /** A wrong secret of a site or of a runner, or a wrong key of a student page. */
  'secret-refused': 'warn',
  /** A call or a connection with a token that is not good (any more). */
  'token-refused': 'info',
  /** A call or a connection of somebody who is known and may not do this. */
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
   * Why, as a short name of the platform's own, such as `page-key`: never a text of the caller. Lines and counters
   * go by it.
   */
  reason?: string | undefined;
  tenant?: string | undefined;
  site?: string | undefined;
  kind?: AccessTokenClaims['kind'] | undefined;
  /** Who it was, or claimed to be: an id or an e-mail address. */
  who?: string | undefined;
  /** The network address that it came from. */
  address?: string | undefined;
  /** What it was about: the path, topic, filter or host name. Cut after 256 characters. */
  about?: string | undefined;
};

export type SecurityLog = {
  /** Never throws. */
  note(event: SecurityEvent): void;
  /** How often each `what:reason` happened since the start, the ones without a line too. */
  counters(): Record<string, number>;
  /** Writes what was left out so far. */
  stop(): void;
};

export type SecurityLogDeps = {
  log: Pick<Log, 'warn'>;
  clock: () => EpochMs;
  /** Takes a line of JSON without its end. */
  keep?(line: string, level: 'info' | 'warn'): void;
};

/** Refusals of one reason are alike; what somebody was allowed is wanted one by one, a school's morning long. */
const LINES_PER_MINUTE = 20;
const ALLOWED_PER_MINUTE = 1_200;
const ALLOWED: ReadonlySet<SecurityEventName> = new Set(['signed-in', 'signed-out', 'enrolled']);
const LONGEST_TEXT = 256;

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
    leftOut(key, more) {
      const [what, reason] = key.split(':', 2) as [SecurityEventName, string | undefined];
      write(what, { ...(reason && { reason }), more });
    },
  });

  return {
    note({ what, ...event }) {
      const key = event.reason === undefined ? what : `${what}:${event.reason}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (!limit.take(key, ALLOWED.has(what) ? ALLOWED_PER_MINUTE : undefined)) return;
      const given = Object.entries(event).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      );
      write(
        what,
        Object.fromEntries(given.map(([name, text]) => [name, redact(text.slice(0, LONGEST_TEXT))])),
      );
    },
    counters: () => Object.fromEntries(counts),
    stop: limit.stop,
  };
}
