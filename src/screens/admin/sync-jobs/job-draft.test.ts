import { expect, test } from 'vitest';
import {
  bodyOfDraft,
  draftOfJob,
  EMPTY_JOB,
  hasNoFilter,
  isSameJob,
  type JobDraft,
  jobProblems,
} from './job-draft.ts';

const draft = (fields: Partial<JobDraft>): JobDraft => ({
  ...EMPTY_JOB,
  name: 'Job',
  integrationId: 'i',
  siteId: 's',
  ...fields,
});

test('a new job is active, and needs a name, a source, a site and a path', () => {
  expect(EMPTY_JOB.enabled).toBe(true);
  expect(jobProblems(EMPTY_JOB)).toEqual({
    name: 'A job name is required.',
    source: 'A source is required.',
    place: 'A path or a group ID is required.',
    site: 'A site is required.',
  });
});

test.each(['users', 'devices'] as const)('%s need a path or group id, and a site', (kind) => {
  expect(jobProblems(draft({ kind, place: '  ' }))).toEqual({ place: 'A path or a group ID is required.' });
  expect(jobProblems(draft({ kind, place: '/', siteId: undefined }))).toEqual({
    site: 'A site is required.',
  });
  expect(jobProblems(draft({ kind, place: '/', tagId: 't', siteId: undefined }))).not.toEqual({});
});

test('tutors need a site or a tag', () => {
  const tutors = draft({ kind: 'tutors', place: '/Staff', siteId: undefined });
  expect(jobProblems(tutors)).toEqual({ site: 'A site or a tag is required.' });
  expect(jobProblems({ ...tutors, siteId: 's' })).toEqual({});
  expect(jobProblems({ ...tutors, to: 'tag', tagId: 't' })).toEqual({});
});

test('groups need a site alone, and a warning where every group would come', () => {
  const groups = draft({ kind: 'groups' });
  expect(jobProblems(groups)).toEqual({});
  expect(hasNoFilter(groups, 'google')).toBe(true);
  expect(hasNoFilter({ ...groups, teacherEmail: 'a@b.example' }, 'google')).toBe(false);
  expect(hasNoFilter({ ...groups, teacherEmail: 'a@b.example' }, 'microsoft')).toBe(true);
  for (const field of ['filter', 'search']) {
    expect(hasNoFilter({ ...groups, [field]: '7' }, 'microsoft')).toBe(false);
  }
});

test('a saved job of groups of devices keeps a source that has some', () => {
  const saved = draft({ kind: 'groups', definitionName: 'deviceGroup' });
  expect(jobProblems(saved, 'microsoft')).toEqual({});
  expect(jobProblems(saved, 'google')).toEqual({
    source: 'This source has no groups of devices. Choose one of Microsoft, or create another job.',
  });
  // A new one takes what its source has.
  expect(jobProblems(saved)).toEqual({});
});

test('what is sent has 12 hours, is recursive, and has only what its source understands', () => {
  const typed = { place: ' /Students ', teacherEmail: 'a@b.example', filter: 'f', search: 's' };
  expect(bodyOfDraft(draft(typed), 'google')).toMatchObject({
    frequency: 12,
    siteId: 's',
    tagId: null,
    directorySettings: { ou: '/Students', recursive: true },
    importSettings: { users: {} },
  });
  expect(bodyOfDraft(draft(typed), 'microsoft')?.directorySettings).toEqual({
    group: '/Students',
    recursive: true,
  });
  const groups = draft({ ...typed, kind: 'groups', definitionName: 'deviceGroup' });
  expect(bodyOfDraft(groups, 'google')).toMatchObject({
    directorySettings: { teacherEmail: 'a@b.example' },
    importSettings: { groups: { definitionName: 'userGroup' } },
  });
  expect(bodyOfDraft(groups, 'microsoft')).toMatchObject({
    directorySettings: { filter: 'f', search: 's' },
    importSettings: { groups: { definitionName: 'deviceGroup' } },
  });
});

test('a job that is opened and not touched is the same', () => {
  const tutors = draft({
    kind: 'tutors',
    to: 'tag',
    tagId: 't',
    siteId: undefined,
    place: '/',
    roles: ['b', 'a'],
  });
  const body = bodyOfDraft(tutors, 'google');
  if (body === undefined) throw new Error('it is complete');
  expect(isSameJob(draftOfJob(body), tutors)).toBe(true);
  expect(isSameJob(draftOfJob(body), { ...tutors, roles: ['a', 'b'] })).toBe(true);
  expect(isSameJob(draftOfJob(body), { ...tutors, roles: ['a'] })).toBe(false);
});
