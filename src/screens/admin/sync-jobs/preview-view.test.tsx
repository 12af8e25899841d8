import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { SyncPreview } from '#protocol/rest/sync-job.ts';
import { PreviewView } from './preview-view.tsx';

afterEach(cleanup);

const part = (count: number, ...examples: string[]) => ({ count, examples });
const show = (kind: Parameters<typeof PreviewView>[0]['kind'], fields: Partial<SyncPreview>) => {
  const preview: SyncPreview = {
    isWhole: true,
    read: 1_200,
    add: part(0),
    change: part(0),
    remove: part(0),
    needsConfirmation: false,
    ...fields,
  };
  render(<PreviewView kind={kind} preview={preview} />);
  return screen.getByRole('status').textContent ?? '';
};

it.each([
  ['tutors', 'Tutors who have left lose the roles that this job gave them. Nobody is deleted.'],
  ['users', 'Users who have left are taken off the site. What the logs say of them stays.'],
  ['devices', 'Devices that have left are taken off the site. What the logs say of them stays.'],
  ['groups', 'Groups that have left stay as they are, and are not kept up to date any more.'],
] as const)('says what becomes of %s who have left, and of how many it asks first', (kind, text) => {
  const said = show(kind, { remove: part(7, 'Ada', 'Ben'), needsConfirmation: true });
  expect(said).toContain('Would add 0, change 0, remove 7.');
  expect(said).toContain(`1,200 ${kind} were read from the directory.`);
  expect(said).toContain('To removeAdaBenand 5 more');
  expect(said).toContain(text);
  expect(said).toContain('That is more than a fifth of what the job has brought');
  cleanup();
  const other = show(kind, { read: 1, add: part(1, 'Ada') });
  expect(other).toContain(`1 ${kind.slice(0, -1)} was read from the directory.`);
  expect(other).not.toContain(text);
  expect(other).not.toContain('a fifth');
});

it('says that tutors who are here already get roles, and of nobody else', () => {
  const text = 'Who is a tutor here already gets the roles of the job';
  expect(show('tutors', { change: part(1, 'Ada') })).toContain(text);
  cleanup();
  expect(show('tutors', { add: part(1, 'Ada') })).not.toContain(text);
  cleanup();
  expect(show('users', { change: part(1, 'Ada') })).not.toContain(text);
});

it('says of groups that their members are looked at by the run', () => {
  const text = 'a group in which they are different counts as changed there';
  expect(show('groups', {})).toContain(text);
  cleanup();
  expect(show('groups', { read: 0 })).not.toContain(text);
  cleanup();
  expect(show('users', {})).not.toContain(text);
});

it('says of a directory that is too large what was seen of it', () => {
  const said = show('users', { isWhole: false, add: part(1_000), change: part(2) });
  expect(said).toContain('Of the first 1,200 it would add 1,000 and change 2.');
  expect(said).toContain('whether anything would be removed is found out by the run');
  expect(said).not.toContain('Would add');
});
