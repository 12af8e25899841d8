/**
 * Families of refresh tokens. A family is one sign-in: each refresh spends a token and makes the next. A
 * session on another site that is begun with an access token joins the family. A spent token that is sent
 * again ends the whole family, because it has been copied. The one exception is an identical request within
 * 10 s, from a client that lost the answer: it gets the same answer.
 */

import type { Kysely } from 'kysely';
import { newSecret } from '#base/secrets.ts';
import { familyOf } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import { type Row, rowOf, type SignIn, signInOf, subjectId, subjectOf } from './refresh-token-rows.ts';
import { createRefreshTokens } from './refresh-tokens.ts';
import { lockFamily, newFamily, newJti } from './session-family.ts';
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
  /** The token is unknown or expired, or its family has ended. */
  | { name: 'ended' }
  /** The token was spent before, so its family was just ended. `by`: the subject of the session. */
  | { name: 'reused'; by: { kind: Subject['kind']; who: string } };

export type Sessions = {
  /**
   * Begins a family; undefined if the subject may not have this session. `ticket`: the jti of the login
   * page's ticket, which ends with the family.
   */
  start(
    subject: Subject,
    expiries: Expiries,
    ticket?: string | null,
  ): Promise<{ session: Session; family: string } | undefined>;
  /**
   * Begins a session in the family of an access token (by its jti) of the same tutor. Undefined: that family
   * has ended, or the subject may not have this session.
   */
  startBeside(jti: string | undefined, subject: Subject, expiries: Expiries): Promise<Session | undefined>;
  refresh(tenant: string, refreshToken: string, expiries: Expiries): Promise<RefreshResult>;
  /** Ends the family of this token, if it exists. */
  end(tenant: string, refreshToken: string): Promise<void>;
  endFamily(tenant: string, family: string): Promise<void>;
  /** Whether the family of the access token with this jti is live, according to the database. */
  isLive(tenant: string, jti: string | undefined): Promise<boolean>;
};

export type SessionsDeps = {
  db: Kysely<Database>;
  tokens: Tokens;
  describeSubject: DescribeSubject;
  lifetimes: SessionLifetimes;
  clock: () => EpochMs;
  /** See `removal-clock.ts`. */
  removalClock: () => EpochMs;
  /** Called for every family that ends early. */
  familyEnded?(tenant: string, family: string): void;
};

export function createSessions(deps: SessionsDeps): Sessions {
  const { db, tokens, describeSubject, clock, lifetimes } = deps;
  const refreshTokens = createRefreshTokens(deps);

  /** Undefined: the session has expired. */
  async function issue(
    { claims, facts }: Description,
    subject: Subject,
    { signIn, expiries }: SessionRequest,
  ): Promise<Session | undefined> {
    const end = endOfSession(lifetimes, subject, signIn.beganAt);
    const expiresIn = accessTokenSeconds(lifetimes, subject, { expiries, now: clock(), end });
    if (expiresIn <= 0) return undefined;
    const accessToken = await tokens.sign({ ...claims, jti: newJti(signIn.family) }, expiresIn);
    return { ...facts, accessToken, refreshToken: newSecret(), expiresIn };
  }

  const rowFor = (subject: Subject, request: SessionRequest, { refreshToken }: Session) =>
    rowOf({
      lifetimes,
      now: clock(),
      subject,
      signIn: request.signIn,
      token: refreshToken,
      expiries: request.expiries,
    });

  /** Handles a refresh with a spent token: repeats the answer, or ends the family. */
  async function repeatAnswer(row: Row, token: string, expiries: Expiries): Promise<RefreshResult> {
    const stored = JSON.parse(refreshTokens.answerOf(row, token) ?? '{}') as Partial<SpentAnswer>;
    if (stored.session && stored.request === requestKey(expiries))
      return { name: 'ok', session: stored.session };
    await refreshTokens.endFamily(row.tenant, row.family);
    return { name: 'reused', by: { kind: row.subject_kind, who: row.subject_id } };
  }

  return {
    endFamily: refreshTokens.endFamily,
    async start(subject, expiries, ticket = null) {
      const description = await describeSubject(subject);
      if (description === undefined) return undefined;
      await refreshTokens.sweep();
      const request = { signIn: { family: newFamily(), beganAt: clock(), ticket }, expiries };
      const session = await issue(description, subject, request);
      if (session === undefined) return undefined;
      await refreshTokens.add(rowFor(subject, request, session));
      return { session, family: request.signIn.family };
    },
    async startBeside(jti, subject, expiries) {
      const family = familyOf(jti);
      const description = await describeSubject(subject);
      if (family === undefined || description === undefined) return undefined;
      const key = { tenant: subject.tenant, family };
      await refreshTokens.sweep();
      return db.transaction().execute(async (trx) => {
        await lockFamily(trx, key);
        const row = await refreshTokens
          .unspent(trx, key)
          .select(['began_at', 'ticket'])
          .where('subject_kind', '=', subject.kind)
          .where('subject_id', '=', subjectId(subject))
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const request = { signIn: { family, beganAt: row.began_at.getTime(), ticket: row.ticket }, expiries };
        const session = await issue(description, subject, request);
        if (session === undefined) return undefined;
        await trx
          .insertInto('refresh_tokens')
          .values(rowFor(subject, request, session))
          .execute();
        return session;
      });
    },
    async refresh(tenant, token, expiries) {
      const row = await refreshTokens.find(tenant, token);
      if (row === undefined || row.expires_at.getTime() <= clock()) return { name: 'ended' };
      if (row.used_at !== null) return repeatAnswer(row, token, expiries);
      const subject = subjectOf(row);
      const request = { signIn: signInOf(row), expiries };
      const description = await describeSubject(subject);
      const session = description && (await issue(description, subject, request));
      if (session === undefined) {
        await refreshTokens.drop(row);
        return { name: 'ended' };
      }
      await refreshTokens.sweep();
      const spent: SpentAnswer = { request: requestKey(expiries), session };
      const answer = JSON.stringify(spent);
      if (await refreshTokens.spend(row, rowFor(subject, request, session), { token, answer }))
        return { name: 'ok', session };
      const spentRow = await refreshTokens.find(tenant, token);
      return spentRow === undefined ? { name: 'ended' } : repeatAnswer(spentRow, token, expiries);
    },
    async end(tenant, token) {
      const row = await refreshTokens.find(tenant, token);
      if (row) await refreshTokens.endFamily(tenant, row.family);
    },
    async isLive(tenant, jti) {
      const family = familyOf(jti);
      if (!family) return false;
      const row = await refreshTokens.unspent(db, { tenant, family }).select('hash').executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** A sign-in and the lifetimes that the client requests. */
type SessionRequest = { signIn: SignIn; expiries: Expiries };
/** Stored with a spent token: the request and its answer. */
type SpentAnswer = { request: string; session: Session };

const requestKey = (expiries: Expiries) =>
  `${expiries.accessExpiryMinutes ?? ''}/${expiries.refreshExpiryMinutes ?? ''}`;
