/** Tables for signing in and sessions of people, devices and site runners. */
import type { Realm } from '#domain/people/roles.ts';
import type { CreatedAt, Fields, Json } from './columns.ts';

export type SiteTokenTable = {
  tenant: string;
  id: string;
  site_id: string;
  /** Hash of the secret, by which the row is found. */
  hash: string;
  /** The encrypted secret, for display. Null: it cannot be displayed. */
  encrypted: string | null;
  created_at: CreatedAt;
  expires_at: Date | null;
};
export type RunnerTokenTable = {
  tenant: string;
  id: string;
  runner_id: string;
  /** Hash of the secret, by which the row is found. */
  hash: string;
  /** The encrypted secret, for display. Null: it cannot be displayed. */
  encrypted: string | null;
  created_at: CreatedAt;
};
/** The secret of one agent of a device. */
export type DeviceSecretTable = {
  tenant: string;
  /** Hash of the secret, by which the row is found. */
  hash: string;
  site_id: string;
  device_id: string;
  /** The id that the agent created at its installation. */
  installation: string;
  /** The name of the machine at its last login with this secret. */
  hostname: string;
  created_at: CreatedAt;
  used_at: CreatedAt;
};
/** The link of a site's student page. */
export type PageLinkTable = {
  tenant: string;
  site_id: string;
  hash: string;
  /** Encrypted; displayed to people who may share the link. */
  key: string;
  made_at: CreatedAt;
};
/** Keys of the platform, without a tenant. */
export type SigningKeyTable = {
  kid: string;
  /** Plain key of earlier versions, until it is encrypted. */
  private_jwk: Json<Fields> | null;
  encrypted_jwk: string | null;
  public_jwk: Json<Fields>;
  created_at: CreatedAt;
  retired_at: Date | null;
};
/** A table with one row for the whole platform: the key that the database was encrypted with. */
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
  /**
   * Hash of the secret that admitted this device, its own or its site's. The session lasts as long as that
   * secret is valid.
   */
  admitted_by: string | null;
  access_expiry_minutes: number | null;
  refresh_expiry_minutes: number | null;
  /** The jti of the ticket of the login page's sign-in. */
  ticket: string | null;
  /** Time of the sign-in, or of the device's enrolment. */
  began_at: CreatedAt;
  created_at: CreatedAt;
  expires_at: Date;
  used_at: Date | null;
  /** The hash of the token that replaced it. */
  replaced_by: string | null;
  /** The answer that an identical retry within 10 s receives again. */
  replay: string | null;
};
export type TakenIdTokenTable = { hash: string; expires_at: Date };
export type EndedTicketTable = { jti: string; expires_at: Date };
/** Token families that were ended before they expired. */
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
  /** The jti of the ticket of the sign-in that created it. */
  ticket: string | null;
  /** The refresh token family that it was redeemed for. */
  family: string | null;
};
export type SchemaMigrationTable = { number: number; name: string; applied_at: CreatedAt };
