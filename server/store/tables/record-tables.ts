/** Records of a site: chat rooms, logs, inventory, images and feedback. */
import type { Generated } from 'kysely';
import type { HeldPoll } from '../groups/held-order.ts';
import type { CreatedAt, Fields, Json, JsonDefault } from './columns.ts';

export type LiveRoomTable = {
  tenant: string;
  id: string;
  site_id: string;
  name: string;
  type: Generated<string>;
  membership_type: Generated<string>;
  owner_id: string | null;
  created_at: CreatedAt;
};
export type LiveRoomMemberTable = {
  tenant: string;
  room_id: string;
  kind: 'user' | 'group' | 'tutor' | 'without';
  member_id: string;
};
export type LiveRoomHistoryTable = {
  tenant: string;
  id: string;
  room_id: string;
  kind: 'message' | 'status';
  user_id: string | null;
  tutor_id: string | null;
  name: string;
  picture: string | null;
  message: string | null;
  action: string | null;
  sent_at: CreatedAt;
};
export type ClassOrderTable = {
  tenant: string;
  site_id: string;
  group_id: string;
  slot: string;
  id: string;
  action: string;
  parameters: Json<Fields>;
  tutor_id: string;
  since: Date;
  except_clients: JsonDefault<string[]>;
  poll: Json<HeldPoll | null> | null;
};
export type UserLogTable = {
  tenant: string;
  id: string;
  site_id: string;
  user_id: string;
  client_id: string | null;
  user_name: string;
  user_email: string | null;
  auth_type: string;
  user_group_ids: JsonDefault<string[]>;
  combined_identifier: string | null;
  policy_id: string | null;
  rule: string | null;
  text: string | null;
  effect_type: string | null;
  action_type: string | null;
  applied_by_id: string | null;
  requested_by_id: string | null;
  context: JsonDefault<Fields>;
  request_context: Json<Fields | null> | null;
  read: Generated<boolean>;
  media_images: JsonDefault<string[]>;
  media_videos: JsonDefault<string[]>;
  /** Time of receipt by the platform. */
  time_triggered: Date;
  /** Time of the event by the clock of the device. */
  device_time: Date | null;
};
/** The groups of each row of `user_logs`, maintained by a trigger. */
export type UserLogGroupTable = { tenant: string; group_id: string; time_triggered: Date; log_id: string };
export type EventPictureTable = {
  tenant: string;
  id: string;
  site_id: string;
  log_id: string;
  /** In base64. */
  jpeg: string;
  created_at: CreatedAt;
};
export type TutorActionLogTable = {
  tenant: string;
  id: string;
  site_id: string;
  tutor_id: string;
  action: string;
  parameters: JsonDefault<Fields>;
  target_group_id: string | null;
  target_user_name: string | null;
  combined_target_identifier: string | null;
  logged_time: Date;
};
export type ResourceLogTable = {
  tenant: string;
  id: string;
  site_id: string | null;
  tutor_id: string;
  parameters: JsonDefault<Fields>;
  resource_type: string;
  resource_id: string | null;
  logged_time: Date;
};
export type SiteClientSettingsTable = {
  tenant: string;
  site_id: string;
  id: string;
  settings: JsonDefault<Fields>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
};
export type DeviceInventoryTable = {
  tenant: string;
  /** The device's site. */
  site_id: string;
  device_id: string;
  inventory_results: JsonDefault<Fields>;
  software_results: JsonDefault<Fields>;
  updated_at: CreatedAt;
};
export type MediaTable = {
  tenant: string;
  id: string;
  site_id: string;
  group_id: string | null;
  owner_id: string | null;
  kind: string;
  name: string;
  content_type: string;
  size_bytes: Generated<number>;
  storage_key: string;
  confirmed: Generated<boolean>;
  /** For an upload: when its confirmation began. */
  used_at: Date | null;
  /** Time when the image was marked for removal from its store. */
  dropped_at: Date | null;
  created_at: CreatedAt;
};
export type FeedbackReportTable = {
  tenant: string;
  id: string;
  site_id: string | null;
  tutor_id: string;
  message: string;
  contact: string | null;
  diagnostics: Json<unknown> | null;
  created_at: CreatedAt;
};
/** A table with one row: see `removal-clock.ts`. */
export type RemovalClockTable = { at: Date; seen_at: Date; wait_ms: number };
/** A table with one row: see `extension-version.ts`. */
export type ExtensionVersionTable = { number: number; hash: string };
