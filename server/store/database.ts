/**
 * Types of the tables for the query builder; `migrations/` creates the tables. Column names are those of SQL.
 * Times are `Date`s. Ids are opaque and hold none of `/ + #`.
 */

import type {
  ClientRoleTable,
  DirectoryConsentTable,
  DirectoryCourseTable,
  DirectoryPersonTable,
  FormerTutorTable,
  IntegrationSecretTable,
  IntegrationTable,
  RoleLinkTable,
  RoleTable,
  SiteRunnerRoleTable,
  SiteRunnerTable,
  SiteTable,
  TagLinkTable,
  TagTable,
  TenantTable,
  TutorTable,
} from './tables/admin-tables.ts';
import type {
  DeviceSecretTable,
  EncryptionKeyTable,
  EndedSessionTable,
  EndedTicketTable,
  HandOverCodeTable,
  PageLinkTable,
  RefreshTokenTable,
  RunnerTokenTable,
  SchemaMigrationTable,
  SetUpCodeTable,
  SigningKeyTable,
  SiteTokenTable,
  TakenIdTokenTable,
} from './tables/auth-tables.ts';
import type {
  ClientConnectionTable,
  ClientTable,
  DeviceTable,
  GroupMemberTable,
  GroupPatternTable,
  GroupTable,
  PolicyApplicationTable,
  PolicyTable,
  TutorGroupPermissionTable,
  UnitedDeviceTable,
  UserTable,
} from './tables/directory-tables.ts';
import type {
  ClassOrderTable,
  DeviceInventoryTable,
  EventPictureTable,
  ExtensionVersionTable,
  FeedbackReportTable,
  LiveRoomHistoryTable,
  LiveRoomMemberTable,
  LiveRoomTable,
  MediaTable,
  RemovalClockTable,
  ResourceLogTable,
  SiteClientSettingsTable,
  TutorActionLogTable,
  UserLogGroupTable,
  UserLogTable,
} from './tables/record-tables.ts';
import type {
  SyncGroupPermissionTable,
  SyncItemTable,
  SyncJobTable,
  SyncPageTable,
  SyncRoleLinkTable,
  SyncRunTable,
} from './tables/sync-tables.ts';

export type { RefreshTokenTable } from './tables/auth-tables.ts';

/** Text for a jsonb column. */
export const toJson = (value: unknown): string => JSON.stringify(value ?? null);

export type Database = {
  tenants: TenantTable;
  sites: SiteTable;
  tags: TagTable;
  tag_links: TagLinkTable;
  tutors: TutorTable;
  former_tutors: FormerTutorTable;
  roles: RoleTable;
  role_links: RoleLinkTable;
  integrations: IntegrationTable;
  integration_secrets: IntegrationSecretTable;
  directory_consents: DirectoryConsentTable;
  directory_courses: DirectoryCourseTable;
  directory_people: DirectoryPersonTable;
  users: UserTable;
  devices: DeviceTable;
  united_devices: UnitedDeviceTable;
  clients: ClientTable;
  client_connections: ClientConnectionTable;
  groups: GroupTable;
  group_members: GroupMemberTable;
  group_patterns: GroupPatternTable;
  tutor_group_permissions: TutorGroupPermissionTable;
  policies: PolicyTable;
  policy_applications: PolicyApplicationTable;
  sync_jobs: SyncJobTable;
  sync_runs: SyncRunTable;
  sync_pages: SyncPageTable;
  sync_items: SyncItemTable;
  sync_role_links: SyncRoleLinkTable;
  sync_group_permissions: SyncGroupPermissionTable;
  site_tokens: SiteTokenTable;
  device_secrets: DeviceSecretTable;
  site_runners: SiteRunnerTable;
  runner_tokens: RunnerTokenTable;
  page_links: PageLinkTable;
  client_roles: ClientRoleTable;
  site_runner_roles: SiteRunnerRoleTable;
  live_rooms: LiveRoomTable;
  live_room_members: LiveRoomMemberTable;
  live_room_history: LiveRoomHistoryTable;
  class_orders: ClassOrderTable;
  user_logs: UserLogTable;
  user_log_groups: UserLogGroupTable;
  event_pictures: EventPictureTable;
  tutor_action_logs: TutorActionLogTable;
  resource_logs: ResourceLogTable;
  site_client_settings: SiteClientSettingsTable;
  device_inventory: DeviceInventoryTable;
  media: MediaTable;
  removal_clock: RemovalClockTable;
  extension_version: ExtensionVersionTable;
  feedback_reports: FeedbackReportTable;
  signing_keys: SigningKeyTable;
  encryption_keys: EncryptionKeyTable;
  refresh_tokens: RefreshTokenTable;
  ended_sessions: EndedSessionTable;
  taken_id_tokens: TakenIdTokenTable;
  ended_tickets: EndedTicketTable;
  hand_over_codes: HandOverCodeTable;
  set_up_codes: SetUpCodeTable;
  schema_migrations: SchemaMigrationTable;
};
