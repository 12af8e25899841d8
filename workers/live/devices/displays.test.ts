import { expect, test } from 'vitest';
import type { Info } from '#protocol/feedback.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { primaryDisplay, shownDisplay } from './displays.ts';

const client = (...displays: Info['displays']): LiveClient => ({
  clientId: 'c1',
  userId: 'u1',
  authType: 'user',
  isOffline: false,
  lastUpdated: 1,
  info: {
    clientId: 'c1',
    userId: 'u1',
    authType: 'user',
    lastUpdated: 0,
    type: 'windowsAgent',
    version: '1',
    displays,
    device: { hostname: 'PC' },
  },
});
const two = client({ id: 'd1', primary: false }, { id: 'd2', primary: true });
const none = client({ id: 'd1', primary: false }, { id: 'd2', primary: false });

test('the chosen display is shown where the client has it', () => {
  expect(shownDisplay(two, 'd1')).toBe('d1');
});

test('the primary one is shown where none was chosen, or the chosen one is not there any more', () => {
  expect(shownDisplay(two, undefined)).toBeUndefined();
  expect(shownDisplay(two, 'd3')).toBeUndefined();
  expect(primaryDisplay(two)).toBe('d2');
});

test('a choice is kept as long as the client has not told its displays', () => {
  expect(shownDisplay(client(), 'd3')).toBe('d3');
  expect(shownDisplay(undefined, 'd3')).toBe('d3');
  expect(shownDisplay(undefined, undefined)).toBeUndefined();
});

test('the first display stands for the primary one where the client names none', () => {
  expect(shownDisplay(none, undefined)).toBe('d1');
  expect(primaryDisplay(none)).toBe('d1');
});
