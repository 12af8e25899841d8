/**
 * Families of refresh tokens. A family is one sign-in: each refresh spends a token and makes the next, and a session
 * on another site that is made with an access token joins the family. A spent token that comes again ends the whole
 * family, because somebody else has a copy; only the identical request within 10 s, from a client that lost the
 * answer, gets the same answer.
 */
import type { Kysely } from 'kysely';
import { familyOf } from '#protocol/auth/access-token.ts';
import type { Database } from '../../store/database.ts';
import { hashSecret, newSecret, seal, unseal } from '../secrets/secrets.ts';
import { MAX_ACCESS_TOKEN_SECONDS } from './ended-sessions.ts';
import { type Row, rowOf, type SignIn, signInOf, subjectId, subjectOf } from './refresh-token-rows.ts';
import { endTickets, lockFamily, newFamily, newJti } from './session-family.ts';
import {
  accessTokenSeconds,
  type Expiries,
  endOfSession,
  type SessionLifetimes,
} from './session-lifetimes.ts';
import type { DescribeSubject, Description, Subject, SubjectFacts } from './subjects.ts';
import type { Tokens } from './tokens.ts';

export type Session = SubjectFacts & { accessToken: string; refreshToken: string; expiresIn: number };
export type RefreshResult =
  | { name: 'ok'; session: Session }
  /** Unknown, expired, or of a family that is over. */
  | { name: 'ended' }
  /** Spent before: the family was ended just now. `by`: whose it was. */
  | { name: 'reused'; by: { kind: Subject['kind']; who: string } };

export type Sessions = {
  /**
   * Begins a family; undefined where the subject may not have this session. `ticket`: the login page’s sign-in, by its
   * jti, which ends with the family.
   */
  start(
    subject: Subject,
    expiries: Expiries,
    ticket?: string | null,
  ): Promise<{ session: Session; family: string } | undefined>;
  /**
   * Begins a session beside the one that issued an access token of the same tutor, by its jti: it ends with that one.
   * Undefined where the other one is over, or where the subject may not have this session.
   */
  startBeside(jti: string | undefined, subject: Subject, expiries: Expiries): Promise<Session | undefined>;
  refresh(tenant: string, refreshToken: string, expiries: Expiries): Promise<RefreshResult>;
  /** Ends the family of this token, if there is one. */
  end(tenant: string, refreshToken: string): Promise<void>;
  endFamily(tenant: string, family: string): Promise<void>;
  /** Has the family that issued this access token (by its jti) not ended? */
  isLive(tenant: string, jti: string | undefined): Promise<boolean>;
};

export type SessionsDeps = {
  db: Kysely<Database>;
  tokens: Tokens;
  describeSubject: DescribeSubject;
  lifetimes: SessionLifetimes;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Is told of every family that ends before its time. */
  familyEnded?(tenant: string, family: string): void;
};

const RETRY_WINDOW_MS = 10_000;
/** What an answer is sealed for. */
const REPLAY = 'replay';
const SWEEP_EVERY_MS = 60_000;
/** Devices refresh for months on end: how long their spent tokens are remembered. */
const DEVICE_MEMORY_MS = 24 * 60 * 60 * 1000;

export function createSessions(deps: SessionsDeps): Sessions {
  const { db, tokens, describeSubject, clock, lifetimes } = deps;
  let sweptAt = Number.NEGATIVE_INFINITY;

  /** Undefined: the time of the session is over. */
  async function issue(
    { claims, facts }: Description,
    subject: Subject,
    { family, beganAt }: SignIn,
    expiries: Expiries,
  ): Promise<Session | undefined> {
    const end = endOfSession(lifetimes, subject, beganAt);
    const expiresIn = accessTokenSeconds(lifetimes, expiries, { now: clock(), end });
    if (expiresIn <= 0) return undefined;
    const accessToken = await tokens.sign({ ...claims, jti: newJti(family) }, expiresIn);
    return { ...facts, accessToken, refreshToken: newSecret(), expiresIn };
  }

  /** Spends `row` in favour of a new token; false where another request was faster. */
  function rotate(row: Row, subject: Subject, session: Session, spent: string, expiries: Expiries) {
    const next = rowOf(lifetimes, clock(), subject, signInOf(row), session.refreshToken, expiries);
    return db.transaction().execute(async (trx) => {
      await lockFamily(trx, row);
      const { numUpdatedRows } = await trx
        .updateTable('refresh_tokens')
        .set({
          used_at: new Date(clock()),
          replaced_by: next.hash,
          replay: seal(spent, JSON.stringify({ request: requestKey(expiries), session }), REPLAY),
        })
        .where('tenant', '=', row.tenant)
        .where('hash', '=', row.hash)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await trx.insertInto('refresh_tokens').values(next).execute();
      return true;
    });
  }

  const find = (tenant: string, token: string) =>
    db
      .selectFrom('refresh_tokens')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('hash', '=', hashSecret(token))
      .executeTakeFirst();

  async function endFamily(tenant: string, family: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await lockFamily(trx, { tenant, family });
      const rows = await trx
        .deleteFrom('refresh_tokens')
        .where('tenant', '=', tenant)
        .where('family', '=', family)
        .returning('ticket')
        .execute();
      await endTickets(trx, rows, clock());
      await trx
        .insertInto('ended_sessions')
        .values({ tenant, family, ended_at: new Date(clock()) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
    deps.familyEnded?.(tenant, family);
  }

  /** The tokens of a family that can still be used. */
  const unspent = (from: Kysely<Database>, tenant: string, family: string) =>
    from
      .selectFrom('refresh_tokens')
      .where('tenant', '=', tenant)
      .where('family', '=', family)
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(clock()));

  /**
   * A session that may not go on: its own token goes, and with the last one the family. A tutor who has lost one site
   * keeps the sessions on others.
   */
  async function drop({ tenant, hash, family }: Row): Promise<void> {
    await db.deleteFrom('refresh_tokens').where('tenant', '=', tenant).where('hash', '=', hash).execute();
    const left = await unspent(db, tenant, family).select('hash').executeTakeFirst();
    if (left === undefined) await endFamily(tenant, family);
  }

  /** The answer to a token that was spent before. */
  async function again(row: Row, token: string, expiries: Expiries): Promise<RefreshResult> {
    const age = clock() - (row.used_at?.getTime() ?? 0);
    if (age <= RETRY_WINDOW_MS && row.replay !== null) {
      const kept = JSON.parse(unseal(token, row.replay, REPLAY) ?? '{}') as {
        request?: string;
        session?: Session;
      };
      if (kept.session && kept.request === requestKey(expiries)) return { name: 'ok', session: kept.session };
    }
    await endFamily(row.tenant, row.family);
    return { name: 'reused', by: { kind: row.subject_kind, who: row.subject_id } };
  }

  async function sweep(): Promise<void> {
    const now = clock();
    if (now - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now;
    await db.deleteFrom('refresh_tokens').where('expires_at', '<', new Date(now)).execute();
    await db
      .deleteFrom('refresh_tokens')
      .where('subject_kind', '!=', 'tutor')
      .where('used_at', '<', new Date(now - DEVICE_MEMORY_MS))
      .execute();
    await db
      .deleteFrom('ended_sessions')
      .where('ended_at', '<', new Date(now - MAX_ACCESS_TOKEN_SECONDS * 1000))
      .execute();
    await db
      .updateTable('refresh_tokens')
      .set({ replay: null })
      .where('replay', 'is not', null)
      .where('used_at', '<', new Date(now - RETRY_WINDOW_MS))
      .execute();
  }

  return {
    endFamily,
    async start(subject, expiries, ticket = null) {
      const description = await describeSubject(subject);
      if (description === undefined) return undefined;
      await sweep();
      const signIn = { family: newFamily(), beganAt: clock(), ticket };
      const session = await issue(description, subject, signIn, expiries);
      if (session === undefined) return undefined;
      await db
        .insertInto('refresh_tokens')
        .values(rowOf(lifetimes, clock(), subject, signIn, session.refreshToken, expiries))
        .execute();
      return { session, family: signIn.family };
    },
    async startBeside(jti, subject, expiries) {
      const family = familyOf(jti);
      const description = await describeSubject(subject);
      if (family === undefined || description === undefined) return undefined;
      await sweep();
      return db.transaction().execute(async (trx) => {
        await lockFamily(trx, { tenant: subject.tenant, family });
        const row = await unspent(trx, subject.tenant, family)
          .select(['began_at', 'ticket'])
          .where('subject_kind', '=', subject.kind)
          .where('subject_id', '=', subjectId(subject))
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const signIn = { family, beganAt: row.began_at.getTime(), ticket: row.ticket };
        const session = await issue(description, subject, signIn, expiries);
        if (session === undefined) return undefined;
        await trx
          .insertInto('refresh_tokens')
          .values(rowOf(lifetimes, clock(), subject, signIn, session.refreshToken, expiries))
          .execute();
        return session;
      });
    },
    async refresh(tenant, token, expiries) {
      const row = await find(tenant, token);
      if (row === undefined || row.expires_at.getTime() <= clock()) return { name: 'ended' };
      if (row.used_at !== null) return again(row, token, expiries);
      const subject = subjectOf(row);
      const description = await describeSubject(subject);
      const session = description && (await issue(description, subject, signInOf(row), expiries));
      if (session === undefined) {
        await drop(row);
        return { name: 'ended' };
      }
      await sweep();
      if (await rotate(row, subject, session, token, expiries)) return { name: 'ok', session };
      const spent = await find(tenant, token);
      return spent === undefined ? { name: 'ended' } : again(spent, token, expiries);
    },
    async end(tenant, token) {
      const row = await find(tenant, token);
      if (row) await endFamily(tenant, row.family);
    },
    async isLive(tenant, jti) {
      const family = familyOf(jti);
      if (!family) return false;
      const row = await unspent(db, tenant, family).select('hash').executeTakeFirst();
      return row !== undefined;
    },
  };
}

const requestKey = (expiries: Expiries) =>
  `${expiries.accessExpiryMinutes ?? ''}/${expiries.refreshExpiryMinutes ?? ''}`;
