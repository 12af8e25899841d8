/** Reads a group's members anew from the directory that it comes from. */
import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { type Applied, createGroupSync, type GroupSource } from '../store/groups/group-sync.ts';
import { unknownPeople } from '../store/people/directory-people.ts';
import type { GroupKey } from '../store/site-key.ts';
import type { Directories } from './directories.ts';
import type { Directory, Read } from './directory.ts';
import { read } from './directory.ts';
import type { DirectoryRefusal } from './directory-refusal.ts';
import { type CourseMembers, readMembers } from './read-members.ts';

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

  /** With the names of those whom the site does not know, where the list of members had none. */
  async function readSource(
    directory: Directory,
    group: GroupKey,
    { integrationId, courseId, since }: GroupSource,
  ): Promise<Read<CourseMembers>> {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const members = await readMembers(directory, { courseId, since, signal });
    if (members.name !== 'read') return members;
    const unnamed = members.value.joined.filter(({ name }) => name === undefined);
    const unknown = await unknownPeople(db, { ...group, integrationId }, unnamed);
    if (unknown.length === 0) return members;
    const described = await directory.describe(
      unknown.map(({ id }) => id),
      signal,
    );
    if (described.name !== 'read') return described;
    const byId = new Map(described.value.map((person) => [person.id, person]));
    const joined = members.value.joined.map((person) => byId.get(person.id) ?? person);
    return read({ ...members.value, joined });
  }

  return async (group, atMs) => {
    const source = await groups.source(group);
    if (!source) return { name: 'no-integration' };
    const opened = await directories.open(group.tenant, source.integrationId);
    if (opened.name === 'none') return { name: 'no-integration' };
    if (opened.name !== 'open') return opened;
    const { directory, directoryName } = opened;
    const members = await readSource(directory, group, source);
    if (members.name === 'gone') await groups.noteGone(group, source, atMs);
    if (members.name !== 'read') return { ...members, directoryName };
    return { name: 'synced', ...(await groups.apply(group, source, members.value, atMs)) };
  };
}
