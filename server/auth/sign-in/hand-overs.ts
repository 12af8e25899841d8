/** The one-time codes by which the login host passes a sign-in to a tenant's console. */

import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { equalText, hashSecret, newSecret } from '#base/secrets.ts';
import { AppError } from '#protocol/app-error.ts';
import type { HandOverBody, RedeemBody } from '#protocol/auth/auth-service.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';

const TTL_MS = 60_000;

export type HandOvers = {
  /** Makes a code that the tutor's browser carries to the tenant's console. */
  create(
    tutor: { tenant: string; tutorId: string; ticket?: string | undefined },
    body: HandOverBody,
  ): Promise<string>;
  /**
   * Invalidates a code, even if the rest of the request is wrong. `repeated` is called if the code was used
   * before.
   */
  burn(code: string, repeated?: () => void): Promise<BurntCode | undefined>;
  /** Begins the session of a code that this request has burnt. Throws `hand-over-forged`. */
  redeem(burnt: BurntCode | undefined, from: RedeemFrom, body: RedeemBody): Promise<Session>;
};

export type RedeemFrom = {
  tenant: string;
  /** The request's Origin header. */
  origin: string | undefined;
  /** The origin of the tenant's console. */
  consoleOrigin: string;
};

export type BurntCode = {
  tenant: string;
  hash: string;
  tutor_id: string;
  site_id: string | null;
  realm: 'console' | 'admin';
  state: string;
  challenge: string;
  expires_at: Date;
  ticket: string | null;
};

export type HandOversDeps = {
  db: Kysely<Database>;
  sessions: Sessions;
  clock: () => EpochMs;
  /** See `removal-clock.ts`. */
  removalClock: () => EpochMs;
};

export function createHandOverCodes({ db, sessions, clock, removalClock }: HandOversDeps): HandOvers {
  return {
    async create(tutor, body) {
      const now = clock();
      await db
        .deleteFrom('hand_over_codes')
        .where('expires_at', '<', new Date(removalClock() - 3_600_000))
        .execute();
      const code = newSecret();
      await db
        .insertInto('hand_over_codes')
        .values({
          tenant: tutor.tenant,
          hash: hashSecret(code),
          tutor_id: tutor.tutorId,
          site_id: body.siteId ?? null,
          realm: body.realm,
          state: body.state,
          ticket: tutor.ticket ?? null,
          challenge: body.challenge,
          created_at: new Date(now),
          expires_at: new Date(now + TTL_MS),
          used_at: null,
          family: null,
        })
        .execute();
      return code;
    },

    async burn(code, repeated) {
      const hash = hashSecret(code);
      const burnt = await db
        .updateTable('hand_over_codes')
        .set({ used_at: new Date(clock()) })
        .where('hash', '=', hash)
        .where('used_at', 'is', null)
        .returning([
          'tenant',
          'hash',
          'tutor_id',
          'site_id',
          'realm',
          'state',
          'challenge',
          'expires_at',
          'ticket',
        ])
        .executeTakeFirst();
      if (burnt) return burnt;
      // A second use means that the code was copied, so the session that it began must end. If the first
      // redemption is still under way, it finds its row gone and ends its session itself.
      const { numDeletedRows } = await db
        .deleteFrom('hand_over_codes')
        .where('hash', '=', hash)
        .where('family', 'is', null)
        .executeTakeFirst();
      const used = await db
        .selectFrom('hand_over_codes')
        .select(['tenant', 'family'])
        .where('hash', '=', hash)
        .executeTakeFirst();
      if (numDeletedRows > 0n || used) repeated?.();
      if (used?.family) await sessions.endFamily(used.tenant, used.family);
      return undefined;
    },

    async redeem(burnt, from, body) {
      if (burnt === undefined) throw forged('This sign-in code is unknown or was used before.');
      if (burnt.tenant !== from.tenant) throw forged('This sign-in code belongs to another tenant.');
      if (burnt.expires_at.getTime() <= clock()) throw forged('This sign-in code has expired.');
      if (from.origin !== from.consoleOrigin) throw forged('This sign-in code belongs to another place.');
      if (!equalText(burnt.state, body.state)) throw forged('This sign-in was not begun here.');
      const challenge = createHash('sha256').update(body.verifier).digest('base64url');
      if (!equalText(burnt.challenge, challenge)) throw forged('This sign-in was not begun here.');
      const started = await sessions.start(
        {
          kind: 'tutor',
          tenant: burnt.tenant,
          tutorId: burnt.tutor_id,
          realm: burnt.realm,
          siteId: burnt.site_id ?? undefined,
        },
        {},
        burnt.ticket,
      );
      if (started === undefined) throw new AppError('forbidden', 'You may not sign in here any more.');
      const { numUpdatedRows } = await inTenant(db, burnt.tenant)
        .updateTable('hand_over_codes')
        .set({ family: started.family })
        .where('hash', '=', burnt.hash)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) {
        await sessions.endFamily(burnt.tenant, started.family);
        throw forged('This sign-in code came twice.');
      }
      return started.session;
    },
  };
}

const forged = (message: string) => new AppError('hand-over-forged', message);
