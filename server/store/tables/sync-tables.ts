/** Jobs that import tutors, people, devices and groups from directories, their runs and imported items. */
import type { Generated } from 'kysely';
import type { ImportSettings, SyncDirectorySettings, SyncOutcome } from '#protocol/rest/sync-job.ts';
import type { CreatedAt, Json, JsonDefault } from './columns.ts';

export type SyncJobTable = {
  tenant: string;
  id: string;
  name: string;
  enabled: Generated<boolean>;
  /** In hours. */
  frequency: Generated<number>;
  integration_id: string;
  site_id: string | null;
  tag_id: string | null;
  last_ran: Date | null;
  merge_status: Json<{ success: boolean; humanError?: string } | null> | null;
  directory_settings: JsonDefault<SyncDirectorySettings>;
  import_settings: JsonDefault<ImportSettings>;
  created_at: CreatedAt;
  /** Incremented by every change of its settings. */
  version: Generated<number>;
};

export type SyncRunTable = {
  tenant: string;
  id: string;
  job_id: string;
  /** The version of the job whose settings the run uses. */
  job_version: number;
  cause: 'schedule' | 'tutor';
  asked_by: string | null;
  asked_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  outcome: SyncOutcome | null;
  human_error: string | null;
  /** The process that works on it. */
  holder: string | null;
  lease_until: Date | null;
  stop_asked: Generated<boolean>;
  /** Maximum number of removals that an administrator has confirmed. */
  may_remove: number | null;
  /** The directory's address of the next page. */
  cursor: string | null;
  /** The whole directory has been read. */
  listed: Generated<boolean>;
  /** Number of the job's items when the run began. */
  brought_before: number | null;
  read_count: Generated<number>;
  added_count: Generated<number>;
  changed_count: Generated<number>;
  removed_count: Generated<number>;
};

/** The directory's ids on a page that an open run has read. */
export type SyncPageTable = { tenant: string; run_id: string; page: number; native_ids: Json<string[]> };

/** Items that a job has imported. Exactly one of tutor_id, user_id, device_id and group_id is set. */
export type SyncItemTable = {
  tenant: string;
  job_id: string;
  /** The directory's id. */
  native_id: string;
  digest: string;
  /** True: the job created the row. */
  made: boolean;
  tutor_id: string | null;
  user_id: string | null;
  device_id: string | null;
  group_id: string | null;
};

/** Roles that a job has granted. */
export type SyncRoleLinkTable = { tenant: string; job_id: string; role_link_id: string };

/** Permissions for groups that a job has granted. */
export type SyncGroupPermissionTable = { tenant: string; job_id: string; tutor_id: string; group_id: string };
