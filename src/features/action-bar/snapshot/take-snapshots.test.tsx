import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunningAction } from '#live/action-run.ts';
import { displayChoices } from '#live/display-choices.ts';
import type { Answer, Delivery } from '#protocol/threads/live-action.ts';
import { activities } from '#shell/activity/activity.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import * as files from '#ui/save-file.ts';
import type { ActionPlace } from '../action-target.ts';
import { fakeTarget } from '../fakes/fake-targets.ts';
import { snapshotObstacle, takeSnapshots } from './take-snapshots.ts';

const target = (clientId: string) => fakeTarget(clientId, { system: 'browser' });
const group: ActionPlace = { kind: 'group', groupId: 'g1', title: '7A', isWhole: () => false };
const picture = { display: 'd', contentType: 'image/jpeg', bytes: new Uint8Array([0xff, 0xd8, 0xff, 1]) };
const good = (clientId: string): Answer => ({ clientId, state: 'confirmed', pictures: [picture] });
const refused = (clientId: string): Answer => ({
  clientId,
  state: 'failed',
  reply: { id: 'a', action: 'snapshot', ok: false, code: 'privacy' },
});

const saved: { name: string; file: Blob }[] = [];
beforeEach(() => {
  vi.spyOn(files, 'saveFile').mockImplementation((file, name) => void saved.push({ file, name }));
});
afterEach(() => {
  for (const entry of activities.list()) activities.cancel(entry);
  for (const { id } of [...toasts.state.list]) toasts.close(id);
  displayChoices.choose('a', undefined);
  localStorage.clear();
  saved.length = 0;
  vi.restoreAllMocks();
});

const take = (place: ActionPlace, ...clientIds: string[]) =>
  takeSnapshots({ place, targets: clientIds.map(target) });
const run = () => activities.list()[0]?.run as RunningAction;
async function end(answers: Answer[], name: Delivery['name'] = 'sent') {
  run().apply({ delivery: { name, expiresAt: 0 }, answers, ended: true });
  await vi.waitFor(() => expect(snapshotObstacle.get()).toBeUndefined());
}
const texts = () =>
  toasts.state.list.map(
    ({ type, title, text }) => `${type}: ${[...(title ? [title] : []), text].join(' | ')}`,
  );

test('pictures that are saved are not kept as long as the activity is', async () => {
  take(group, 'a');
  await end([good('a')]);
  expect(saved).toHaveLength(1);
  expect(run().get().answers.get('a')?.state).toBe('confirmed');
  expect(run().get().answers.get('a')?.pictures).toBeUndefined();
  expect((await run().done).answers.get('a')?.pictures).toBeUndefined();
});

describe('one device', () => {
  test('gives one picture, as it is', async () => {
    take(group, 'a');
    await end([good('a')]);
    expect(saved.map(({ name }) => name)).toEqual(['Student a.jpeg']);
    expect(saved[0]?.file.type).toBe('image/jpeg');
    expect(texts()).toEqual([]);
  });

  test('by itself is asked for the best quality', () => {
    take({ kind: 'device', clientId: 'a' }, 'a');
    expect(run().request.parameters).toMatchObject({ quality: 100 });
    return end([good('a')]);
  });
});

test('several are in one zip file, with who has none told', async () => {
  take(group, 'a', 'b', 'c');
  await end([good('a'), good('b'), refused('c')]);
  expect(saved.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^Screenshots 7A \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.zip$/),
  ]);
  const bytes = new Uint8Array((await saved[0]?.file.arrayBuffer()) ?? new ArrayBuffer(0));
  expect([...bytes.slice(0, 4)]).toEqual([0x50, 0x4b, 3, 4]);
  const text = new TextDecoder('latin1').decode(bytes);
  expect(text).toContain('Student a.jpeg');
  expect(text).toContain('Student b.jpeg');
  expect(texts()).toEqual(['warning: 1 of 3 has no picture: Student c (privacy is enabled)']);
});

test('asks for the lowest quality where no zoom has been chosen', () => {
  take(group, 'a');
  expect(run().request.parameters).toMatchObject({ quality: 10 });
  return end([good('a')]);
});

test('asks for the chosen displays at the quality of the zoom', () => {
  localStorage.setItem('zoomLevel', '50');
  displayChoices.choose('a', 'second');
  displayChoices.choose('other', 'left');
  take(group, 'a');
  expect(run().request.parameters).toEqual({ quality: 30, clientDisplayMap: { a: 'second' } });
  displayChoices.choose('other', undefined);
  return end([good('a')]);
});

test('asks for the displays that the place shows, where it has choices of its own', () => {
  displayChoices.choose('a', 'second');
  take({ ...group, displays: { a: 'left', other: 'right' } }, 'a');
  expect(run().request.parameters).toMatchObject({ clientDisplayMap: { a: 'left' } });
  return end([good('a')]);
});

test('a place with choices of its own that shows the primary display is given that', () => {
  displayChoices.choose('a', 'second');
  take({ kind: 'device', clientId: 'a', displays: {} }, 'a');
  expect(run().request.parameters).toMatchObject({ clientDisplayMap: {} });
  return end([good('a')]);
});

test('another one is not begun before the first is saved; the button says so', async () => {
  let told = 0;
  const stop = snapshotObstacle.subscribe(() => {
    told += 1;
  });
  take(group, 'a');
  expect(snapshotObstacle.get()).toBe('A screenshot is being taken');
  take(group, 'b');
  expect(activities.list()).toHaveLength(1);
  await end([good('a')]);
  expect(told).toBe(2);
  stop();
});

describe('a failure clears the loading state and warns', () => {
  test.each<[string, Answer[], Delivery['name'], string]>([
    ['it never left', [], 'expired', 'Student a'],
    ['nobody answered', [{ clientId: 'a', state: 'silent' }], 'sent', 'Student a'],
    ['privacy is on', [refused('a')], 'sent', 'Student a (privacy is enabled)'],
  ])('%s: one message says it, and the activities say nothing more', async (_, answers, delivery, who) => {
    take(group, 'a');
    await end(answers, delivery);
    expect(texts()).toEqual([`warning: Error while taking screenshot | 1 of 1 has no picture: ${who}`]);
    expect(activities.list()).toEqual([]);
    expect(saved).toEqual([]);
  });

  test('the file could not be made', async () => {
    vi.mocked(files.saveFile).mockImplementation(() => {
      throw new Error('full');
    });
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    take(group, 'a');
    await end([good('a')]);
    expect(texts()).toEqual(['warning: Error while taking screenshot']);
    expect(warn).toHaveBeenCalled();
  });
});

test('many names are not all told', async () => {
  const ids = Array.from({ length: 9 }, (_, i) => `c${i}`);
  take(group, 'a', ...ids);
  await end([good('a')]);
  expect(texts()[0]).toMatch(/^warning: 9 of 10 have no picture: Student c0, .*Student c4 and 4 more$/);
});
