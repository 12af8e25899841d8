import { beforeEach, expect, it } from 'vitest';
import { FRESH_STATE } from '../core/device-state.ts';
import { createPageMemory, MAX_RECEIVED } from './page-memory.ts';

const DEVICE = { hostname: 'page-3f09c1', clientKey: 'random' };
const memory = () => createPageMemory({ storage: localStorage });

beforeEach(() => localStorage.clear());

it('is the same device after a reload', () => {
  expect(memory().device.get()).toBeUndefined();
  memory().device.set(DEVICE);
  expect(memory().device.get()).toEqual(DEVICE);
});

it('stays locked after a reload', () => {
  const lock = {
    name: 'message',
    text: 'Stop',
    blocks: [{ heading: 1, align: 'center', depth: 0, runs: [{ text: 'Stop', bold: true }] }],
  } as const;
  memory().holdState({ ...FRESH_STATE, lock, muted: true, alias: 'Front row' });
  expect(memory().heldState()).toEqual({ lock, muted: true, inputsBlocked: false, alias: 'Front row' });
  memory().forgetState();
  expect(memory().heldState()).toEqual({});
});

it('keeps to its policies after a reload, and forgets them with the student', () => {
  const kept = { policies: [{ id: 'p', name: 'Quiet', conditions: [], effects: [] }] };
  memory().policies.set(kept);
  expect(memory().policies.get()).toEqual(kept);
  localStorage.setItem('student.policies', '{"policies":"all"}');
  expect(memory().policies.get()).toBeUndefined();
  memory().policies.set(kept);
  memory().forgetState();
  expect(memory().policies.get()).toBeUndefined();
});

it('does not believe what others wrote into its storage', () => {
  localStorage.setItem('student.link', '{"site":1}');
  localStorage.setItem('student.person', 'no JSON');
  localStorage.setItem('student.state', '{"lock":{"name":"address","url":"javascript:alert(1)"}}');
  localStorage.setItem('student.received', '{"person":{"name":"Mia"},"files":[{"key":""}]}');
  localStorage.setItem('student.device', '{"hostname":"page-1","clientKey":7}');
  expect(memory().device.get()).toBeUndefined();
  expect(memory().link.get()).toBeUndefined();
  expect(memory().person.get()).toBeUndefined();
  expect(memory().heldState()).toEqual({});
  expect(memory().received.get()).toBeUndefined();
});

it('remembers what was received, and by whom, as many as it lists', () => {
  const received = {
    person: { name: 'Mia', email: 'mia@school.example' },
    files: Array.from({ length: MAX_RECEIVED }, (_, at) => ({ key: `${at}`, name: 'a.txt', size: 0, at })),
  };
  memory().received.set(received);
  expect(memory().received.get()).toEqual(received);
});

it('works where nothing can be stored', () => {
  const storage = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {},
  } as unknown as Storage;
  const full = createPageMemory({ storage });
  full.device.set(DEVICE);
  expect(full.device.get()).toEqual(DEVICE);
});
