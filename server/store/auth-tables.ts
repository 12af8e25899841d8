/** What lets people, devices and site runners in, and keeps them in. */
import type { Realm } from '#domain/roles.ts';
import type { CreatedAt, Fields, Json } from './columns.ts';

export type SiteTokenTable = {
  tenant: string;
  id: string;
  site_id: string;
  secret: string;
  created_at: CreatedAt;
  expires_at: Date | null;
};
export type RunnerTokenTable = {
  tenant: string;
  id: string;
  runner_id: string;
  secret: string;
  created_at: CreatedAt;
};
/** The platform's own, of no tenant. */
export type SigningKeyTable = {
  kid: string;
  private_jwk: Json<Fields>;
  public_jwk: Json<Fields>;
  created_at: CreatedAt;
  retired_at: Date | null;
};
export type RefreshTokenTable = {
  tenant: string;
  hash: string;
  family: string;
  subject_kind: 'tutor' | 'device' | 'runner';
  subject_id: string;
  site_id: string | null;
  realm: Realm | null;
  client_id: string | null;
  access_expiry_minutes: number | null;
  refresh_expiry_minutes: number | null;
  created_at: CreatedAt;
  expires_at: Date;
  used_at: Date | null;
  /** The hash of the token that took its place. */
  replaced_by: string | null;
  /** The answer that an identical retry within 10 s gets again. */
  replay: string | null;
};
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
  /** The refresh token family that it was redeemed for. */
  family: string | null;
};
export type SchemaMigrationTable = { number: number; name: string; applied_at: CreatedAt };
