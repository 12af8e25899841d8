import { expect, test } from 'vitest';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { createPatientChanges } from './patient-changes.ts';

const first = {
  clientId: 'c1',
  userId: 'u1',
  authType: 'user',
  isOffline: false,
  lastUpdated: 1,
  tabs: [{ tabId: '1', title: 'One', url: '', active: true }],
} as LiveClient;

function setUp(inView: number) {
  let client: LiveClient | undefined = first;
  const patient = createPatientChanges({ get: () => client, inViewCount: () => inView });
  const canWait = (next: LiveClient | undefined) => {
    client = next;
    return patient.canWait('c1');
  };
  return { ...patient, canWait };
}

const otherTabs: LiveClient = { ...first, tabs: [], lastUpdated: 2 };

test('what a student has open can wait on a large wall, and nowhere else', () => {
  const large = setUp(61);
  large.shown('c1');
  expect(large.canWait(otherTabs)).toBe(true);
  const small = setUp(60);
  small.shown('c1');
  expect(small.canWait(otherTabs)).toBe(false);
});

test('any other change is shown at once, also with one that could wait', () => {
  const { shown, canWait } = setUp(200);
  shown('c1');
  expect(canWait({ ...otherTabs, isOffline: true })).toBe(false);
  expect(canWait({ ...first, deviceName: 'CB-1' })).toBe(false);
});

test('a client that was never shown, or is gone, does not wait', () => {
  const { shown, canWait } = setUp(200);
  expect(canWait(otherTabs)).toBe(false);
  shown('c1');
  expect(canWait(undefined)).toBe(false);
});

test('a client whose card has gone with it is new when it comes back', () => {
  const { shown, left, canWait } = setUp(200);
  shown('c1');
  left('c1');
  expect(canWait(otherTabs)).toBe(true);
  canWait(undefined);
  left('c1');
  expect(canWait(otherTabs)).toBe(false);
});

test('it is compared with what was shown last', () => {
  const { shown, canWait } = setUp(200);
  shown('c1');
  const renamed: LiveClient = { ...otherTabs, deviceName: 'CB-1' };
  expect(canWait(renamed)).toBe(false);
  shown('c1');
  expect(canWait({ ...renamed, tabs: undefined } as unknown as LiveClient)).toBe(true);
});
