import { expect, test } from 'vitest';
import type { LiveBatch } from '#protocol/threads/live-worker.ts';
import { recipient, setUpActions } from '../fakes/live-actions.ts';

async function setUp() {
  const fixture = setUpActions();
  const tab = fixture.openTab('a');
  await fixture.clock.advance(200);
  const request = fixture.act('snapshot', {
    parameters: { quality: 90 },
    audience: { clients: [recipient('c1')] },
  });
  await fixture.clock.advance(100);
  const shown = (batches: LiveBatch[]) =>
    batches
      .flatMap((batch) => batch.actions ?? [])
      .flatMap(({ answers }) => answers)
      .map(({ pictures = [] }) =>
        pictures.map(({ display, bytes }) => `${display}: ${new TextDecoder().decode(bytes)}`),
      )
      .at(-1);
  return { ...fixture, tab, request, shown };
}

test('a snapshot ends when the pictures of every display that it names are there', async () => {
  const { answer, picture, state, tab, batch } = await setUp();
  picture('c1', 'left');
  answer('c1', { action: 'snapshot', displays: ['left', 'right'] });
  await batch();
  expect(state(tab)).toBe('sent, c1 confirmed');
  picture('c1', 'right');
  await batch();
  expect(state(tab)).toBe('sent, c1 confirmed, ended');
});

test('one that names none ends with the first picture, whichever comes first', async () => {
  const { answer, picture, state, tab, batch } = await setUp();
  answer('c1', { action: 'snapshot' });
  await batch();
  expect(state(tab)).toBe('sent, c1 confirmed');
  picture('c1', 'left');
  await batch();
  expect(state(tab)).toBe('sent, c1 confirmed, ended');
});

test('one that is refused ends without a picture', async () => {
  const { answer, state, tab, batch } = await setUp();
  answer('c1', { action: 'snapshot', ok: false, code: 'refused' });
  await batch();
  expect(state(tab)).toBe('sent, c1 failed, ended');
});

test('after 4 s what there is has to do; a picture without a word is an answer', async () => {
  const { picture, state, tab, clock } = await setUp();
  picture('c1', 'left');
  await clock.advance(4_000);
  expect(state(tab)).toBe('sent, c1 confirmed, ended');
});

test('every update carries all pictures of a device, the newest of each display', async () => {
  const { picture, answer, tab, batch, shown } = await setUp();
  tab.take();
  picture('c1', 'left');
  await batch();
  expect(shown(tab.take())).toEqual(['left: c1 left']);
  picture('c1', 'right');
  picture('c1', 'left');
  await batch();
  expect(shown(tab.take())).toEqual(['right: c1 right', 'left: c1 left']);
  answer('c1', { action: 'snapshot', displays: ['left', 'right', 'third'] });
  await batch();
  expect(shown(tab.take())).toEqual(['right: c1 right', 'left: c1 left']);
});

test('the bytes are handed over, each tab its own', async () => {
  const { live, openTab, request, picture, batch, transferred, tab } = await setUp();
  const other = openTab('b');
  live.act('b', request, 0);
  await batch();
  transferred.length = 0;
  picture('c1', 'left');
  await batch();
  const bytes = [tab, other].flatMap((t) =>
    t
      .take()
      .flatMap((b) => b.actions ?? [])
      .flatMap(({ answers }) => answers)
      .flatMap(({ pictures = [] }) => pictures)
      .map((p) => p.bytes.buffer),
  );
  expect(bytes).toHaveLength(2);
  expect(new Set(bytes).size).toBe(2);
  expect(transferred).toEqual(bytes);
});

test('a picture of another action brings nothing', async () => {
  const { act, picture, answer, answerOf, state, tab, batch } = await setUp();
  act('unlock', { id: 'a2', audience: { clients: [recipient('c1')] } });
  picture('c1', 'left', 'a2');
  answer('c1', { id: 'a2', action: 'unlock' });
  await batch();
  expect(state(tab, 'a2')).toBe('sent, c1 confirmed, ended');
  expect(answerOf('c1', 'a2')?.pictures).toBeUndefined();
});

test('a device cannot send more displays than there are', async () => {
  const { picture, answerOf, state, tab, batch } = await setUp();
  for (let i = 0; i < 100; i += 1) picture('c1', `d${i}`);
  await batch();
  state(tab);
  expect(answerOf('c1')?.pictures).toHaveLength(16);
});
