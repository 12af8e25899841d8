import { beforeEach, expect, test } from 'vitest';
import { createFakeFileWorld, fakeTarget } from '#peer/files/fakes/fake-file-world.ts';
import type { Answer } from '#protocol/threads/live-action.ts';
import { createListing } from './listing.ts';

const FILE = { fileName: 'essay.docx', location: 'C:\\', size: 3 };
const targets = [fakeTarget('a'), fakeTarget('b')];

let world: ReturnType<typeof createFakeFileWorld>;
let failures: number;
let leaving: Set<() => void>;
let listing: ReturnType<typeof createListing>;

beforeEach(() => {
  world = createFakeFileWorld();
  failures = 0;
  leaving = new Set();
  listing = createListing({
    act: world.deps.act,
    onLeaving(call) {
      leaving.add(call);
      return () => void leaving.delete(call);
    },
    onFailed() {
      failures += 1;
    },
  });
  listing.start(targets, ['*.docx'], '%documents%');
});

const reply = (files: (typeof FILE)[], more?: boolean) => ({
  id: 'x',
  action: 'retrieveFiles',
  ok: true,
  files,
  ...(more && { more }),
});

function answers(list: Answer[], ended = false) {
  const run = world.actions[0];
  run?.apply({ delivery: { ...run.get().delivery, name: 'sent' }, answers: list, ended });
}

test('asks all of them once, and shows their files when everybody has answered', () => {
  expect(world.actions[0]?.request).toMatchObject({
    action: 'retrieveFiles',
    parameters: { filePatterns: ['*.docx'], folderPath: '%documents%' },
    audience: { clients: [{ clientId: 'a' }, { clientId: 'b' }] },
  });
  answers([
    { clientId: 'a', state: 'confirmed', reply: reply([FILE], true) },
    { clientId: 'b', state: 'waiting' },
  ]);
  expect(listing.get()).toEqual({ name: 'loading', answered: 1, total: 2 });
  answers([{ clientId: 'b', state: 'failed', reply: { id: 'x', action: 'retrieveFiles', ok: false } }]);
  expect(listing.get()).toEqual({
    name: 'listed',
    found: [{ target: targets[0], files: [FILE], hasMore: true }],
    missing: [{ target: targets[1], why: 'failed' }],
  });
  expect(failures).toBe(0);
});

test('does not wait for the others where it is told so', () => {
  answers([{ clientId: 'a', state: 'confirmed', reply: reply([]) }]);
  listing.show();
  expect(listing.get()).toEqual({
    name: 'listed',
    found: [{ target: targets[0], files: [], hasMore: false }],
    missing: [{ target: targets[1], why: 'no-answer' }],
  });
});

test('has failed where nobody could list anything: loading ends, and nothing is listed', () => {
  answers([
    { clientId: 'a', state: 'silent' },
    { clientId: 'b', state: 'silent' },
  ]);
  expect(listing.get()).toEqual({ name: 'idle' });
  expect(failures).toBe(1);
});

test('has failed where the question never left', () => {
  const run = world.actions[0];
  run?.apply({ delivery: { ...run.get().delivery, name: 'expired' }, answers: [], ended: true });
  expect(listing.get()).toEqual({ name: 'idle' });
  expect(failures).toBe(1);
});

const withdrawn = () =>
  world.actions.slice(1).map(({ request: { action, parameters, audience } }) => ({
    action,
    parameters,
    clients: 'clients' in audience ? audience.clients.map(({ clientId }) => clientId) : [],
  }));

test.each(['reset', 'show'] as const)('takes the question back from who has not answered: %s', (how) => {
  answers([
    { clientId: 'a', state: 'confirmed', reply: reply([FILE]) },
    { clientId: 'b', state: 'waiting' },
  ]);
  listing[how]();
  const parameters = { id: world.actions[0]?.id, finish: true };
  expect(withdrawn()).toEqual([{ action: 'retrieveFiles', parameters, clients: ['b'] }]);
  listing.reset();
  expect(withdrawn()).toHaveLength(1);
});

test('takes the question back when the page goes, and leaves alone what was listed by then', () => {
  answers([{ clientId: 'b', state: 'waiting' }]);
  for (const go of leaving) go();
  expect(withdrawn()).toMatchObject([{ parameters: { finish: true }, clients: ['a', 'b'] }]);
  expect([listing.get().name, leaving.size]).toEqual(['idle', 0]);
  listing.start(targets, ['*'], '%documents%');
  listing.show();
  expect(leaving.size).toBe(0);
});

test('has nothing to take back where the question has not left, or where all have answered', () => {
  listing.reset();
  listing.start(targets, ['*'], '%documents%');
  const run = world.actions[1];
  run?.apply({
    delivery: { ...run.get().delivery, name: 'sent' },
    answers: targets.map(({ recipient: { clientId } }) => ({
      clientId,
      state: 'confirmed',
      reply: reply([]),
    })),
    ended: false,
  });
  listing.reset();
  expect(world.actions).toHaveLength(2);
});

test('what comes after it was left changes nothing', () => {
  listing.reset();
  answers([{ clientId: 'a', state: 'confirmed', reply: reply([FILE]) }], true);
  expect(listing.get()).toEqual({ name: 'idle' });
  expect(failures).toBe(0);
});
