/** Draft of a job in its dialog: validation and conversion to a request body. */
import { trimmedText } from '#domain/visible-text.ts';
import type { Integration } from '#protocol/rest/integration.ts';
import {
  type ImportSettings,
  kindOf,
  SYNC_FREQUENCY,
  type SyncJobBody,
  type SyncKindName,
} from '#protocol/rest/sync-job.ts';
import { m } from './messages.ts';

export type Service = Integration['service'];

export type JobDraft = {
  name: string;
  enabled: boolean;
  integrationId: string | undefined;
  kind: SyncKindName;
  /** Only tutors can be imported to a tag; everything else is imported to a site. */
  to: 'site' | 'tag';
  siteId: string | undefined;
  tagId: string | undefined;
  /** A path or a group id, in the format of the source. */
  place: string;
  roles: readonly string[];
  definitionName: 'userGroup' | 'deviceGroup';
  teacherEmail: string;
  filter: string;
  search: string;
  permissions: boolean;
  memberPermissions: boolean;
};

export const EMPTY_JOB: JobDraft = {
  name: '',
  enabled: true,
  integrationId: undefined,
  kind: 'users',
  to: 'site',
  siteId: undefined,
  tagId: undefined,
  place: '',
  roles: [],
  definitionName: 'userGroup',
  teacherEmail: '',
  filter: '',
  search: '',
  permissions: true,
  memberPermissions: false,
};

export function draftOfJob(job: SyncJobBody): JobDraft {
  const { importSettings, directorySettings } = job;
  return {
    ...EMPTY_JOB,
    name: job.name,
    enabled: job.enabled,
    integrationId: job.integrationId,
    kind: kindOf(importSettings),
    to: job.tagId === null ? 'site' : 'tag',
    siteId: job.siteId ?? undefined,
    tagId: job.tagId ?? undefined,
    place: directorySettings.group || directorySettings.ou || '',
    teacherEmail: directorySettings.teacherEmail ?? '',
    filter: directorySettings.filter ?? '',
    search: directorySettings.search ?? '',
    ...('tutors' in importSettings && { roles: importSettings.tutors.roles }),
    ...('groups' in importSettings && importSettings.groups),
  };
}

export type JobProblems = Partial<Record<'name' | 'source' | 'place' | 'site', string>>;

/** Errors that prevent saving. `serviceOfSaved`: service of the source of a job that was saved before. */
export function jobProblems(draft: JobDraft, serviceOfSaved?: Service): JobProblems {
  const problems: JobProblems = {};
  if (trimmedText(draft.name) === '') problems.name = m.needsName;
  if (draft.integrationId === undefined) problems.source = m.needsSource;
  // The kind of import of a saved job cannot change.
  else if (draft.kind === 'groups' && draft.definitionName === 'deviceGroup' && isOther(serviceOfSaved))
    problems.source = m.noDeviceGroups;
  const isThere = toTag(draft) ? draft.tagId !== undefined : draft.siteId !== undefined;
  if (!isThere) problems.site = draft.kind === 'tutors' ? m.needsSiteOrTag : m.needsSite;
  if (draft.kind !== 'groups' && draft.place.trim() === '') problems.place = m.needsPlace;
  return problems;
}

const isOther = (service: Service | undefined) => service !== undefined && service !== 'microsoft';

const toTag = ({ kind, to }: JobDraft) => kind === 'tutors' && to === 'tag';

/** Every group of the directory would be imported. */
export const hasNoFilter = (draft: JobDraft, service: Service | undefined): boolean =>
  draft.kind === 'groups' &&
  (service === 'microsoft' ? [draft.filter, draft.search] : [draft.teacherEmail]).every(
    (text) => text.trim() === '',
  );

/** Returns undefined where the draft is incomplete. */
export function bodyOfDraft(
  draft: JobDraft,
  service: Service | undefined,
  problems = jobProblems(draft),
): SyncJobBody | undefined {
  const { integrationId } = draft;
  if (integrationId === undefined || Object.keys(problems).length > 0) return undefined;
  return {
    name: draft.name.trim(),
    enabled: draft.enabled,
    frequency: SYNC_FREQUENCY,
    integrationId,
    siteId: toTag(draft) ? null : (draft.siteId ?? null),
    tagId: toTag(draft) ? (draft.tagId ?? null) : null,
    directorySettings: { ...settingsOf(draft, service), recursive: true },
    importSettings: importOf(draft, service),
  };
}

function settingsOf(draft: JobDraft, service: Service | undefined) {
  const isMicrosoft = service === 'microsoft';
  if (draft.kind !== 'groups') {
    const place = draft.place.trim();
    return isMicrosoft ? { group: place } : { ou: place };
  }
  return isMicrosoft
    ? { filter: draft.filter.trim(), search: draft.search.trim() }
    : { teacherEmail: draft.teacherEmail.trim() };
}

function importOf(draft: JobDraft, service: Service | undefined): ImportSettings {
  const { kind, permissions, memberPermissions, definitionName } = draft;
  switch (kind) {
    case 'tutors':
      return { tutors: { roles: [...draft.roles] } };
    case 'users':
      return { users: {} };
    case 'devices':
      return { devices: {} };
    case 'groups': {
      const name = service === 'microsoft' ? definitionName : 'userGroup';
      return { groups: { permissions, memberPermissions, definitionName: name } };
    }
  }
}

export const isSameJob = (one: JobDraft, other: JobDraft): boolean =>
  JSON.stringify({ ...one, roles: [...one.roles].toSorted() }) ===
  JSON.stringify({ ...other, roles: [...other.roles].toSorted() });
