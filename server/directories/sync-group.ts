/** Imports the current members of a group from its directory. */
import type { Kysely } from 'kysely';
import type { GroupKey } from '#base/site-key.ts';
import type { Database } from '#store/database.ts';
import { type Applied, createGroupSync } from '#store/groups/group-sync.ts';
import type { Directories } from './directories.ts';
import type { DirectoryRefusal } from './directory-refusal.ts';
import { readGroup } from './read-group.ts';

export type SyncOutcome =
  | ({ name: 'synced' } & Applied)
  /** The group was not imported from a directory. */
  | { name: 'no-integration' }
  | DirectoryRefusal;

export type SyncGroup = (group: GroupKey, atMs: number) => Promise<SyncOutcome>;

/** Shorter than the consoles' timeout. */
const TIMEOUT_MS = 25_000;

/** If the directory cannot be read completely, nothing is changed. */
export function createSyncGroup(db: Kysely<Database>, directories: Directories): SyncGroup {
  const groups = createGroupSync(db);

  return async (group, atMs) => {
    const source = await groups.source(group);
    if (!source) return { name: 'no-integration' };
    const opened = await directories.open(group.tenant, source.integrationId);
    if (opened.name === 'none') return { name: 'no-integration' };
    if (opened.name !== 'open') return opened;
    const { directory, directoryName } = opened;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const members = await readGroup(db, directory, { group, source, signal });
    if (members.name !== 'read') return { ...members, directoryName };
    return { name: 'synced', ...(await groups.apply(group, source, members.value, atMs)) };
  };
}
