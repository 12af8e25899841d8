/** Conversion between refresh-token rows and subjects and sign-ins. */

import type { Insertable, Selectable } from 'kysely';
import { hashSecret } from '#base/secrets.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { RefreshTokenTable } from '#store/database.ts';
import { type Expiries, endOfSession, refreshTokenEnd, type SessionLifetimes } from './session-lifetimes.ts';
import type { Subject } from './subjects.ts';

export type Row = Selectable<RefreshTokenTable>;
/** A sign-in. `ticket`: the jti of the login page's ticket. */
export type SignIn = { family: string; beganAt: EpochMs; ticket: string | null };

export type NewRefreshToken = {
  lifetimes: SessionLifetimes;
  now: EpochMs;
  subject: Subject;
  signIn: SignIn;
  token: string;
  expiries: Expiries;
};

export function rowOf(made: NewRefreshToken): Insertable<RefreshTokenTable> {
  const { lifetimes, now, subject, expiries } = made;
  const { family, beganAt, ticket } = made.signIn;
  const end = endOfSession(lifetimes, subject, beganAt);
  return {
    tenant: subject.tenant,
    hash: hashSecret(made.token),
    family,
    subject_kind: subject.kind,
    subject_id: subjectId(subject),
    site_id: subject.kind === 'tutor' ? (subject.siteId ?? null) : null,
    realm: subject.kind === 'tutor' ? subject.realm : null,
    client_id: subject.kind === 'device' ? subject.clientId : null,
    admitted_by: subject.kind === 'device' ? subject.admittedBy : null,
    access_expiry_minutes: expiries.accessExpiryMinutes ?? null,
    refresh_expiry_minutes: expiries.refreshExpiryMinutes ?? null,
    ticket,
    began_at: new Date(beganAt),
    created_at: new Date(now),
    expires_at: new Date(refreshTokenEnd(lifetimes, subject, { expiries, now, end })),
    used_at: null,
    replaced_by: null,
    replay: null,
  };
}

export const signInOf = (row: Row): SignIn => ({
  family: row.family,
  beganAt: row.began_at.getTime(),
  ticket: row.ticket,
});

export function subjectId(subject: Subject): string {
  if (subject.kind === 'tutor') return subject.tutorId;
  return subject.kind === 'device' ? subject.clientId : subject.runnerId;
}

export function subjectOf(row: Row): Subject {
  const { tenant, subject_id: id } = row;
  if (row.subject_kind === 'device')
    return { kind: 'device', tenant, clientId: id, admittedBy: row.admitted_by };
  if (row.subject_kind === 'runner') return { kind: 'runner', tenant, runnerId: id };
  return {
    kind: 'tutor',
    tenant,
    tutorId: id,
    realm: row.realm ?? 'console',
    siteId: row.site_id ?? undefined,
  };
}
