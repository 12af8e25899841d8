/** A site's people, devices, groups and policies. */
import type { Generated } from 'kysely';
import type { AuthType, DeviceType } from '#domain/devices/device-type.ts';
import type { GroupDefinition } from '#protocol/rest/group.ts';
import type { ConnectionEnd, ConnectionRefusal } from '#protocol/rest/reachability.ts';
import type { CreatedAt, Fields, Json, JsonDefault } from './columns.ts';

export type UserTable = {
  tenant: string;
  id: string;
  site_id: string;
  name: string;
  email: string | null;
  properties: JsonDefault<Fields>;
  created_at: CreatedAt;
};
export type DeviceTable = {
  tenant: string;
  id: string;
  site_id: string;
  hostname: string;
  type: DeviceType;
  /** Normalised by `serialNumberOf` (src/domain/devices/serial-number.ts); null: none, or a placeholder. */
  serial_number: string | null;
  /** Normalised by `ownMacAddresses` (src/domain/devices/mac-address.ts). */
  mac_addresses: JsonDefault<string[]>;
  /** Ids that its agents created when they were installed, the newest last. */
  installations: JsonDefault<string[]>;
  version: Generated<string>;
  alias: string | null;
  properties: JsonDefault<Fields>;
  created_at: CreatedAt;
  last_seen_at: Date | null;
  /** Time when a site runner last sent it a wake. */
  woken_at: Date | null;
  /** For a student page: the hash of the key that its browser stores. */
  client_key: string | null;
  /** Since when it may not log in; null: it may. */
  shut_out_at: Date | null;
};
/** A device that was merged into another one. Its hints are those of `DeviceTable`. */
export type UnitedDeviceTable = Pick<
  DeviceTable,
  | 'tenant'
  | 'site_id'
  | 'id'
  | 'hostname'
  | 'serial_number'
  | 'mac_addresses'
  | 'installations'
  | 'last_seen_at'
> & {
  /** The device that represents both. */
  device_id: string;
  former: Json<Fields>;
  united_at: CreatedAt;
};
export type ClientTable = {
  tenant: string;
  id: string;
  site_id: string;
  device_id: string | null;
  /** The directory's id for authType `user`, a generated id for `session`. */
  user_id: string;
  auth_type: AuthType;
  user_name: string;
  hostname: string;
  type: DeviceType;
  version: Generated<string>;
  created_at: CreatedAt;
  last_seen_at: Date | null;
};
/** The last connection of a client. */
export type ClientConnectionTable = {
  tenant: string;
  client_id: string;
  connected_at: Date | null;
  /** Null: the connection is open. */
  ended_at: Date | null;
  ended_why: ConnectionEnd | null;
  replaced_at: Date | null;
  replaced_elsewhere: Generated<boolean>;
  refused_at: Date | null;
  refused_why: ConnectionRefusal | null;
};
export type GroupTable = {
  tenant: string;
  id: string;
  site_id: string;
  name: string;
  definition_name: GroupDefinition;
  global: Generated<boolean>;
  integration_id: string | null;
  properties: JsonDefault<Fields & { permittedHostnames?: string[] }>;
  wol: Json<{ enabled: boolean; periods: { day: number; time: string }[] } | null> | null;
  meta: Json<Fields | null> | null;
  source: string | null;
  native_idf: string | null;
  restrictions: Json<unknown> | null;
  settings: Json<Fields | null> | null;
  /** For a group of a directory: cursor of the last import, and the number of members at that time. */
  directory_cursor: Json<{ cursor: string; members: number } | null> | null;
  /** The last minute of its schedule at which it was woken. */
  wake_sent_at: Date | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
};
/** Exactly one of user_id (userGroup) and device_id (deviceGroup) is set. */
export type GroupMemberTable = {
  tenant: string;
  group_id: string;
  user_id: string | null;
  device_id: string | null;
};
export type GroupPatternTable = { tenant: string; group_id: string; position: number; pattern: string };
export type TutorGroupPermissionTable = { tenant: string; tutor_id: string; group_id: string };
export type PolicyTable = {
  tenant: string;
  id: string;
  site_id: string;
  name: string;
  meta: JsonDefault<Fields>;
  definition: JsonDefault<{ conditions: unknown[]; effects: unknown[] }>;
  /** False: only its owner sees it. */
  global: Generated<boolean>;
  owner_id: string | null;
  disabled: Generated<boolean>;
  /** Incremented by every change. */
  version: Generated<number>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
};
/** Exactly one of group_id, user_id and device_id is set. */
export type PolicyApplicationTable = {
  tenant: string;
  id: string;
  policy_id: string;
  group_id: string | null;
  user_id: string | null;
  device_id: string | null;
  disabled: Generated<boolean>;
  disabled_ttl: number | null;
  expiry: Date | null;
};
