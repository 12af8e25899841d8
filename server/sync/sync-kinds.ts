/** Reads the items of a directory for each kind of import. */

import { type DirectoryPlace, ok, type Read } from '#directories/directory.ts';
import type { SyncDirectorySettings, SyncKindName } from '#protocol/rest/sync-job.ts';
import type { KnownPerson } from '#store/people/directory-people.ts';
import { deviceItems, type ListedDevice } from '#store/sync/device-items.ts';
import { groupItems, type ListedGroup } from '#store/sync/group-items.ts';
import type { Listed, SyncStore } from '#store/sync/sync-kind.ts';
import { tutorItems } from '#store/sync/tutor-items.ts';
import { userItems } from '#store/sync/user-items.ts';
import { importMembers, type ListFrom } from './import-members.ts';
import { listedDevice } from './listed-device.ts';

export type ListedPage<Item> = { items: readonly Item[]; next: string | undefined };

export type SyncKind<Item extends Listed> = {
  store: SyncStore<Item>;
  list(from: ListFrom, after: string | undefined, signal: AbortSignal): Promise<Read<ListedPage<Item>>>;
  /** Imports the members of a page's items, after the items were written and before the page is complete. */
  finish?: typeof importMembers;
};

const placeOf = ({ ou, group }: SyncDirectorySettings): DirectoryPlace =>
  group ? { group } : { ou: ou || '/' };

const listPeople: SyncKind<KnownPerson>['list'] = async ({ directory, job }, after, signal) => {
  const page = await directory.people(placeOf(job.directorySettings), after, signal);
  return page.name === 'read' ? ok({ items: page.value.people, next: page.value.next }) : page;
};

const listDevices: SyncKind<ListedDevice>['list'] = async ({ directory, service, job }, after, signal) => {
  const page = await directory.devices(placeOf(job.directorySettings), after, signal);
  if (page.name !== 'read') return page;
  const items = page.value.devices.map((device) => listedDevice(service, device));
  return ok({ items, next: page.value.next });
};

/** Lists all groups of the directory where no filter is set. */
const listGroups: SyncKind<ListedGroup>['list'] = async ({ directory, job }, after, signal) => {
  const { teacherEmail, filter, search } = job.directorySettings;
  const matching = {
    ...(teacherEmail && { teacherEmail }),
    ...(filter && { filter }),
    ...(search && { search }),
  };
  const page = await directory.courses({ matching }, after, signal);
  return page.name === 'read' ? ok({ items: page.value.courses, next: page.value.next }) : page;
};

const KINDS = {
  tutors: { store: tutorItems, list: listPeople },
  users: { store: userItems, list: listPeople },
  devices: { store: deviceItems, list: listDevices },
  groups: { store: groupItems, list: listGroups, finish: importMembers },
} as const;

/** The cast is safe, because each kind reads and writes only its own type of items. */
export const syncKind = (kind: SyncKindName): SyncKind<Listed> => KINDS[kind] as unknown as SyncKind<Listed>;
