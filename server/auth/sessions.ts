/**
 * Families of refresh tokens (decision 33). A family is one sign-in; each refresh spends a token and makes the
 * next. A spent token that comes again ends the whole family, because somebody else has a copy; only the
 * identical request within 10 s, from a client that lost the answer, gets the same answer.
 */
import { randomBytes } from 'node:crypto';
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database, RefreshTokenTable } from '../store/database.ts';
import { hashSecret, newSecret, seal, unseal } from './secrets.ts';
import type { DescribeSubject, Description, Subject, SubjectFacts } from './subjects.ts';
import type { Tokens } from './tokens.ts';

/** The two fields of a login or refresh body: wishes that can shorten a life but never prolong it. */
export type Expiries = {
  accessExpiryMinutes?: number | undefined;
  refreshExpiryMinutes?: number | undefined;
};
export type Session = SubjectFacts & { accessToken: string; refreshToken: string; expiresIn: number };
export type RefreshResult =
  | { name: 'ok'; session: Session }
  /** Unknown, expired, or of a family that is over. */
  | { name: 'ended' }
  /** Spent before: the family was ended just now. */
  | { name: 'reused' };

export type Sessions = {
  /** Begins a family; undefined where the subject may not have this session. */
  start(subject: Subject, expiries: Expiries): Promise<{ session: Session; family: string } | undefined>;
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
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Is told of every family that ends before its time. */
  familyEnded?(tenant: string, family: string): void;
};

const RETRY_WINDOW_MS = 10_000;
const SWEEP_EVERY_MS = 60_000;
/** Devices refresh for months on end: how long their spent tokens are remembered. */
const DEVICE_MEMORY_MS = 24 * 60 * 60 * 1000;

type Row = Selectable<RefreshTokenTable>;

export function createSessions(deps: SessionsDeps): Sessions {
  const { db, tokens, describeSubject, clock } = deps;
  let sweptAt = Number.NEGATIVE_INFINITY;

  async function issue(description: Description, family: string, expiries: Expiries) {
    const wished = expiries.accessExpiryMinutes;
    const expiresIn = Math.min(deps.accessTokenSeconds, (wished ?? Number.POSITIVE_INFINITY) * 60);
    const jti = `${family}.${randomBytes(9).toString('base64url')}`;
    const accessToken = await tokens.sign({ ...description.claims, jti }, expiresIn);
    const session: Session = { ...description.facts, accessToken, refreshToken: newSecret(), expiresIn };
    return session;
  }

  function rowOf(
    subject: Subject,
    family: string,
    token: string,
    expiries: Expiries,
  ): Insertable<RefreshTokenTable> {
    const wished = expiries.refreshExpiryMinutes;
    const seconds = Math.min(deps.refreshTokenSeconds, (wished ?? Number.POSITIVE_INFINITY) * 60);
    return {
      tenant: subject.tenant,
      hash: hashSecret(token),
      family,
      subject_kind: subject.kind,
      subject_id: subjectId(subject),
      site_id: subject.kind === 'tutor' ? (subject.siteId ?? null) : null,
      realm: subject.kind === 'tutor' ? subject.realm : null,
      client_id: subject.kind === 'device' ? subject.clientId : null,
      access_expiry_minutes: expiries.accessExpiryMinutes ?? null,
      refresh_expiry_minutes: expiries.refreshExpiryMinutes ?? null,
      created_at: new Date(clock()),
      expires_at: new Date(clock() + seconds * 1000),
      used_at: null,
      replaced_by: null,
      replay: null,
    };
  }

  /** Spends `row` in favour of a new token; false where another request was faster. */
  function rotate(row: Row, subject: Subject, session: Session, spent: string, expiries: Expiries) {
    const next = rowOf(subject, row.family, session.refreshToken, expiries);
    return db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('refresh_tokens')
        .set({
          used_at: new Date(clock()),
          replaced_by: next.hash,
          replay: seal(spent, JSON.stringify({ request: requestKey(expiries), session })),
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
    await db.deleteFrom('refresh_tokens').where('tenant', '=', tenant).where('family', '=', family).execute();
    deps.familyEnded?.(tenant, family);
  }

  /** The answer to a token that was spent before. */
  async function again(row: Row, token: string, expiries: Expiries): Promise<RefreshResult> {
    const age = clock() - (row.used_at?.getTime() ?? 0);
    if (age <= RETRY_WINDOW_MS && row.replay !== null) {
      const kept = JSON.parse(unseal(token, row.replay) ?? '{}') as { request?: string; session?: Session };
      if (kept.session && kept.request === requestKey(expiries)) return { name: 'ok', session: kept.session };
    }
    await endFamily(row.tenant, row.family);
    return { name: 'reused' };
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
      .updateTable('refresh_tokens')
      .set({ replay: null })
      .where('replay', 'is not', null)
      .where('used_at', '<', new Date(now - RETRY_WINDOW_MS))
      .execute();
  }

  return {
    endFamily,
    async start(subject, expiries) {
      const description = await describeSubject(subject);
      if (description === undefined) return undefined;
      await sweep();
      const family = randomBytes(16).toString('base64url');
      const session = await issue(description, family, expiries);
      await db
        .insertInto('refresh_tokens')
        .values(rowOf(subject, family, session.refreshToken, expiries))
        .execute();
      return { session, family };
    },
    async refresh(tenant, token, expiries) {
      const row = await find(tenant, token);
      if (row === undefined || row.expires_at.getTime() <= clock()) return { name: 'ended' };
      if (row.used_at !== null) return again(row, token, expiries);
      const subject = subjectOf(row);
      const description = await describeSubject(subject);
      if (description === undefined) {
        await endFamily(tenant, row.family);
        return { name: 'ended' };
      }
      await sweep();
      const session = await issue(description, row.family, expiries);
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
      const row = await db
        .selectFrom('refresh_tokens')
        .select('hash')
        .where('tenant', '=', tenant)
        .where('family', '=', family)
        .where('used_at', 'is', null)
        .where('expires_at', '>', new Date(clock()))
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** The family that issued an access token, by its jti. */
export const familyOf = (jti: string | undefined) => jti?.split('.')[0];

const requestKey = (expiries: Expiries) =>
  `${expiries.accessExpiryMinutes ?? ''}/${expiries.refreshExpiryMinutes ?? ''}`;

function subjectId(subject: Subject): string {
  if (subject.kind === 'tutor') return subject.tutorId;
  return subject.kind === 'device' ? subject.clientId : subject.runnerId;
}

function subjectOf(row: Row): Subject {
  const { tenant, subject_id: id } = row;
  if (row.subject_kind === 'device') return { kind: 'device', tenant, clientId: id };
  if (row.subject_kind === 'runner') return { kind: 'runner', tenant, runnerId: id };
  return {
    kind: 'tutor',
    tenant,
    tutorId: id,
    realm: row.realm ?? 'console',
    siteId: row.site_id ?? undefined,
  };
}
