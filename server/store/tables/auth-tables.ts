/** What lets people, devices and site runners in, and keeps them in. */
import type { Realm } from '#domain/people/roles.ts';
import type { CreatedAt, Fields, Json } from './columns.ts';

export type SiteTokenTable = {
  tenant: string;
  id: string;
  site_id: string;
  /** Of the secret, by which it is found. */
  hash: string;
  /** The secret, encrypted, to be shown again. Null: nobody can show it. */
  encrypted: string | null;
  created_at: CreatedAt;
  expires_at: Date | null;
};
export type RunnerTokenTable = {
  tenant: string;
  id: string;
  runner_id: string;
  /** Of the secret, by which it is found. */
  hash: string;
  /** The secret, encrypted, to be shown again. Null: nobody can show it. */
  encrypted: string | null;
  created_at: CreatedAt;
};
/** The link of a site's student page. */
export type PageLinkTable = {
  tenant: string;
  site_id: string;
  hash: string;
  /** Encrypted, to be shown again to those who give the link out. */
  key: string;
  made_at: CreatedAt;
};
/** The platform's own, of no tenant. */
export type SigningKeyTable = {
  kid: string;
  /** Of earlier versions, until it is encrypted. */
  private_jwk: Json<Fields> | null;
  encrypted_jwk: string | null;
  public_jwk: Json<Fields>;
  created_at: CreatedAt;
  retired_at: Date | null;
};
/** The platform's own, of no tenant: one row, which says with which key the database was encrypted. */
export type EncryptionKeyTable = { id: string; created_at: CreatedAt };
export type SetUpCodeTable = { tenant: string; hash: string; created_at: CreatedAt };
export type RefreshTokenTable = {
  tenant: string;
  hash: string;
  family: string;
  subject_kind: 'tutor' | 'device' | 'runner';
  subject_id: string;
  site_id: string | null;
  realm: Realm | null;
  client_id: string | null;
  /** The hash of the site's secret that let this device in; its session goes on as long as that is valid. */
  admitted_by: string | null;
  access_expiry_minutes: number | null;
  refresh_expiry_minutes: number | null;
  /** The sign-in of the login page that it came of, by the jti of its ticket. */
  ticket: string | null;
  /** When the person signed in, or the device enrolled. */
  began_at: CreatedAt;
  created_at: CreatedAt;
  expires_at: Date;
  used_at: Date | null;
  /** The hash of the token that took its place. */
  replaced_by: string | null;
  /** The answer that an identical retry within 10 s gets again. */
  replay: string | null;
};
export type TakenIdTokenTable = { hash: string; expires_at: Date };
export type EndedTicketTable = { jti: string; expires_at: Date };
/** Families that were ended before their time. */
export type EndedSessionTable = { tenant: string; family: string; ended_at: Date };
export type HandOverCodeTable = {
  tenant: string;
  hash: string;
  tutor_id: string;
  site_id: string | null;
  realm: Realm;
  state: string;
  challenge: string;
  created_at: CreatedAt;
  expires_at: Date;
  used_at: Date | null;
  /** The sign-in that it was made with, by the jti of its ticket. */
  ticket: string | null;
  /** The refresh token family that it was redeemed for. */
  family: string | null;
};
export type SchemaMigrationTable = { number: number; name: string; applied_at: CreatedAt };
