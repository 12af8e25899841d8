/** Tables of the admin realm: sites, tutors, roles, integrations, site runners. */
import type { Generated } from 'kysely';
import type { GuideChoices } from '#protocol/rest/admin/overview.ts';
import type { CreatedAt, Fields, Json, JsonDefault } from './columns.ts';

export type TenantTable = {
  key: string;
  name: string;
  properties: JsonDefault<{ demoStudents?: number; guide?: GuideChoices }>;
  created_at: CreatedAt;
};
export type SiteTable = {
  tenant: string;
  id: string;
  name: string;
  parent_id: string | null;
  created_at: CreatedAt;
};
export type TagTable = { tenant: string; id: string; name: string };
export type TagLinkTable = { tenant: string; id: string; site_id: string; tag_id: string };
type TutorProperties = {
  picture?: string | undefined;
  givenName?: string | undefined;
  familyName?: string | undefined;
};
export type TutorTable = {
  tenant: string;
  id: string;
  name: string | null;
  primary_email: string;
  properties: JsonDefault<TutorProperties>;
  preferences: JsonDefault<Fields & { favouriteGroups: string[] }>;
  created_at: CreatedAt;
  last_login_at: Date | null;
  /** The account at an identity provider, since the first sign-in. */
  account_issuer: string | null;
  account_subject: string | null;
};
/** Names of deleted tutors. */
export type FormerTutorTable = { tenant: string; id: string; name: string; deleted_at: Date };
export type RoleTable = {
  tenant: string;
  id: string;
  /** The flag name of `src/domain/people/roles.ts`, or the name of a hidden role. */
  name: string;
  friendly_name: string;
  hidden: Generated<boolean>;
  global: Generated<boolean>;
  can_grant: Generated<boolean>;
};
/** Exactly one of site_id, tag_id and global is set. */
export type RoleLinkTable = {
  tenant: string;
  id: string;
  tutor_id: string;
  role_id: string;
  site_id: string | null;
  tag_id: string | null;
  global: Generated<boolean>;
  can_grant: Generated<boolean>;
};
export type IntegrationTable = {
  tenant: string;
  id: string;
  name: string;
  service: 'google' | 'microsoft' | 'internal';
  disabled: Generated<boolean>;
  config: JsonDefault<Fields>;
  created_at: CreatedAt;
};
/** The credential for reading a directory. */
export type IntegrationSecretTable = {
  tenant: string;
  integration_id: string;
  encrypted: string;
  updated_at: CreatedAt;
};
/** A pending or granted consent, before the integration is saved. */
export type DirectoryConsentTable = {
  tenant: string;
  id: string;
  tutor_id: string;
  session: string;
  service: 'google' | 'microsoft';
  config: Json<Fields>;
  state_hash: string;
  /** Encrypted. */
  verifier: string;
  granted: Generated<boolean>;
  /** Encrypted; Microsoft provides none. */
  secret: string | null;
  tested: Json<Fields> | null;
  expires_at: Date;
};
/** Maps a person of a directory to a person of a site. */
export type DirectoryPersonTable = {
  tenant: string;
  site_id: string;
  integration_id: string;
  native_id: string;
  user_id: string;
};
/** Courses of an integration of the service `internal`. */
export type DirectoryCourseTable = {
  tenant: string;
  integration_id: string;
  id: string;
  name: string;
  /** E-mail addresses. */
  members: JsonDefault<string[]>;
};
export type SiteRunnerTable = {
  tenant: string;
  id: string;
  site_id: string;
  name: string;
  hostname: string | null;
  version: string | null;
  created_at: CreatedAt;
  last_seen_at: Date | null;
  connected_at: Date | null;
  /** Null: the runner is connected, or never was. */
  ended_at: Date | null;
};
export type ClientRoleTable = { tenant: string; id: string; name: string };
export type SiteRunnerRoleTable = { tenant: string; runner_id: string; client_role_id: string };
