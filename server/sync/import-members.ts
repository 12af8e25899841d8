/** Imports the members of groups, and the tutors who may open them, one group after the other. */
import type { Transaction } from 'kysely';
import type { GroupKey } from '#base/site-key.ts';
import type { Service } from '#directories/directories.ts';
import {
  type Directory,
  type DirectoryPerson,
  type DirectoryProblem,
  ok,
  type Read,
} from '#directories/directory.ts';
import { readGroup } from '#directories/read-group.ts';
import type { Database } from '#store/database.ts';
import { createGroupSync } from '#store/groups/group-sync.ts';
import type { ListedDevice } from '#store/sync/device-items.ts';
import { permitByJob, replaceDevices, tutorsByEmail } from '#store/sync/group-people.ts';
import { countIn } from '#store/sync/held-run.ts';
import { knownItems } from '#store/sync/sync-items.ts';
import type { JobSettings } from '#store/sync/sync-jobs.ts';
import { siteOf } from '#store/sync/sync-kind.ts';
import type { ClaimedRun } from '#store/sync/sync-runs.ts';
import { listedDevice } from './listed-device.ts';
import { readPatiently } from './read-patiently.ts';
import { inRun, type RunDeps } from './run-deps.ts';

export type ListFrom = { directory: Directory; service: Service; job: JobSettings };
/** Ids of the tutors that the directory offers a course, by the id of the course. */
export type Teachers = ReadonlyMap<string, readonly string[]>;

/** `lost`: the run is lost, outdated or to be stopped. */
export type Finished = { name: 'finished' } | { name: 'lost' } | DirectoryProblem;

type Finishing = {
  from: ListFrom;
  /** The directory's ids. */
  ids: readonly string[];
  signal: AbortSignal;
  /** Read once for a run. */
  teachers: () => Promise<Read<Teachers>>;
};

const MAX_DEVICES = 20_000;

export async function importMembers(
  deps: RunDeps,
  run: ClaimedRun,
  { from, ids, signal, teachers }: Finishing,
): Promise<Finished> {
  const { directory, service, job } = from;
  const settings = 'groups' in job.importSettings ? job.importSettings.groups : undefined;
  if (settings === undefined) return { name: 'finished' };
  const taught = settings.permissions ? await teachers() : ok<Teachers>(new Map());
  if (taught.name !== 'read') return taught;
  const tutors = await tutorsByEmail(deps.db, siteOf(job));
  const known = await knownItems(deps.db, job, { kind: 'groups', ids });
  const patience = { clock: deps.clock, signal };
  for (const { id, target } of known.values()) {
    const group: GroupKey = { ...siteOf(job), groupId: target };
    const readMembers = settings.definitionName === 'deviceGroup' ? readDevices : readPeople;
    const isWhole = settings.memberPermissions;
    const answer = await readPatiently(
      () => readMembers(deps, { directory, service, job, id, group, isWhole, signal }),
      patience,
    );
    if (signal.aborted) return { name: 'lost' };
    // The group was deleted between two pages; the next run will not list it.
    if (answer.name === 'gone') continue;
    if (answer.name !== 'read') return answer;
    const { people, apply } = answer.value;
    const members = people.flatMap(({ email }) => tutors.get(email?.toLowerCase() ?? '') ?? []);
    const tutorIds = [...(taught.value.get(id) ?? []), ...(settings.memberPermissions ? members : [])];
    const isWritten = await inRun(deps, run, async (trx) => {
      const others = await apply(trx);
      const permitted = await permitByJob(trx, job, { groupId: target, tutorIds });
      if (others || permitted) {
        await countIn(trx, run, { added: 0, changed: 1, removed: 0 });
        deps.news.note(job);
      }
      return true;
    });
    if (!isWritten) return { name: 'lost' };
    deps.news.committed();
  }
  return { name: 'finished' };
}

type MembersRequest = ListFrom & { id: string; group: GroupKey; isWhole: boolean; signal: AbortSignal };
type MembersRead = {
  people: readonly DirectoryPerson[];
  /** Returns whether it changed anything. */
  apply(trx: Transaction<Database>): Promise<boolean>;
};

async function readPeople(
  { db, clock }: RunDeps,
  { directory, group, isWhole, signal }: MembersRequest,
): Promise<Read<MembersRead>> {
  const groups = createGroupSync(db);
  const source = await groups.source(group);
  if (source === undefined) return { name: 'gone' };
  // A list of changes would miss tutors who were members before.
  const readFrom = isWhole ? { ...source, since: undefined } : source;
  const content = await readGroup(db, directory, { group, source: readFrom, signal });
  if (content.name !== 'read') return content;
  return ok({
    people: content.value.joined,
    async apply(trx) {
      const { added, removed } = await groups.applyIn(trx, group, {
        source,
        content: content.value,
        atMs: clock.now(),
      });
      return added + removed > 0;
    },
  });
}

async function readDevices(
  _deps: RunDeps,
  { directory, service, job, id, group, signal }: MembersRequest,
): Promise<Read<MembersRead>> {
  const devices: ListedDevice[] = [];
  let after: string | undefined;
  do {
    const page = await directory.devices({ group: id }, after, signal);
    if (page.name !== 'read') return page;
    devices.push(...page.value.devices.map((device) => listedDevice(service, device)));
    after = page.value.next;
    if (devices.length > MAX_DEVICES) return { name: 'unreadable' };
  } while (after !== undefined);
  return ok({ people: [], apply: (trx) => replaceDevices(trx, job, { group, devices }) });
}

/** Requests the offered courses of each tutor of the site. */
export async function readTeachers(
  { db, clock }: Pick<RunDeps, 'db' | 'clock'>,
  { directory, job }: ListFrom,
  signal: AbortSignal,
): Promise<Read<Teachers>> {
  const teachers = new Map<string, string[]>();
  for (const [tutor, tutorId] of await tutorsByEmail(db, siteOf(job))) {
    let after: string | undefined;
    do {
      const page = await readPatiently(() => directory.courses({ tutor }, after, signal), { clock, signal });
      if (page.name === 'gone') break;
      if (page.name !== 'read') return page;
      for (const { id } of page.value.courses) teachers.set(id, [...(teachers.get(id) ?? []), tutorId]);
      after = page.value.next;
    } while (after !== undefined);
  }
  return ok(teachers);
}
