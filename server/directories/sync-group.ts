/** Reads a group's members anew from the directory that it comes from. */
import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { type Applied, createGroupSync } from '../store/groups/group-sync.ts';
import type { GroupKey } from '../store/site-key.ts';
import type { Directories } from './directories.ts';
import type { DirectoryRefusal } from './directory-refusal.ts';
import { readGroup } from './read-group.ts';

export type SyncOutcome =
  | ({ name: 'synced' } & Applied)
  /** It comes from no directory. */
  | { name: 'no-integration' }
  | DirectoryRefusal;

export type SyncGroup = (group: GroupKey, atMs: number) => Promise<SyncOutcome>;

/** Less than consoles wait for an answer. */
const LIMIT_MS = 25_000;

/** Where the directory could not be read to its end, nothing has changed. */
export function createSyncGroup(db: Kysely<Database>, directories: Directories): SyncGroup {
  const groups = createGroupSync(db);

  return async (group, atMs) => {
    const source = await groups.source(group);
    if (!source) return { name: 'no-integration' };
    const opened = await directories.open(group.tenant, source.integrationId);
    if (opened.name === 'none') return { name: 'no-integration' };
    if (opened.name !== 'open') return opened;
    const { directory, directoryName } = opened;
    const signal = AbortSignal.timeout(LIMIT_MS);
    const members = await readGroup(db, directory, { group, source, signal });
    if (members.name !== 'read') return { ...members, directoryName };
    return { name: 'synced', ...(await groups.apply(group, source, members.value, atMs)) };
  };
}
