import { expect, test } from 'vitest';
import type { DebugRecord, DroppedMessages } from '#protocol/debug-report.ts';
import type { Info, Statuses } from '#protocol/feedback.ts';
import type { Reachability } from '#protocol/rest/reachability.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { heardFacts, ownFacts, platformFacts } from './dark-facts.ts';

const client = (more: Partial<LiveClient> = {}): LiveClient => ({
  clientId: 'c1',
  userId: 'u1',
  authType: 'user',
  isOffline: false,
  lastUpdated: 0,
  info: { type: 'windowsAgent', version: '4.2', displays: [{ id: '1', primary: true }] } as unknown as Info,
  ...more,
});
const record = (more: Partial<DebugRecord> = {}): DebugRecord => ({
  clientId: 'c1',
  userId: 'u1',
  authType: 'user',
  firstSeenAt: 0,
  lastUpdated: 0,
  isOfflineByLastWill: false,
  demandsSent: [],
  feedbackReceived: {},
  wouldAppearOnline: true,
  onlineStatusChangedAt: 3,
  isOffline: false,
  hasInfo: true,
  deviceType: 'windowsAgent',
  ...more,
});
const account = (of: DebugRecord, dropped?: DroppedMessages) => ({ record: of, dropped });

test('nobody looks where the worker says no time of asking; without a report that is not known', () => {
  expect(heardFacts(client(), undefined)?.askedAt).toBeUndefined();
  expect(heardFacts(client(), account(record()))?.askedAt).toBeNull();
  expect(heardFacts(client(), account(record({ picturesAskedAt: 7 })))?.askedAt).toBe(7);
});

test('who is gone is not heard', () => {
  expect(heardFacts(undefined, undefined)).toBeUndefined();
  expect(heardFacts(undefined, account(record({ isOffline: true })))).toBeUndefined();
  expect(heardFacts(client({ isOffline: true }), account(record({ isOffline: true })))).toMatchObject({
    isOffline: true,
    offlineSince: 3,
  });
});

test('dropped messages count until the next good picture, and are named by the most frequent reason', () => {
  const drops = { counts: { schema: 2, picture: 5 }, lastAt: 10 };
  const of = (lastPictureReceived?: number) =>
    heardFacts(
      client(),
      account(record({ ...(lastPictureReceived !== undefined && { lastPictureReceived }) }), drops),
    )?.dropped;
  expect(of()).toEqual({ reason: 'picture', count: 7 });
  expect(of(9)).toEqual({ reason: 'picture', count: 7 });
  // It came as a picture and was none, within the same millisecond.
  expect(of(10)).toEqual({ reason: 'picture', count: 7 });
  expect(of(11)).toBeUndefined();
});

test('privacy is that of the policy where the device says so', () => {
  const of = (statuses: Partial<Statuses>) =>
    heardFacts(client({ statuses: statuses as Statuses }), undefined);
  expect(of({ privacy: true })).toMatchObject({ isPrivate: true, isPrivateByPolicy: false });
  expect(of({ privacy: true, privacyByPolicy: true })).toMatchObject({ isPrivateByPolicy: true });
});

test('our own connection', () => {
  expect(ownFacts({ name: 'connected', since: 4 }, undefined)).toEqual({ name: 'connected', at: 4 });
  expect(ownFacts({ name: 'connecting', attempt: 1 }, undefined)).toEqual({ name: 'connecting' });
  expect(ownFacts({ name: 'disconnecting' }, 5)).toEqual({ name: 'lost', at: 5 });
});

test('the platform’s times are put on the clock of this machine', () => {
  const platform = Date.UTC(2026, 10, 23, 12);
  const iso = (at: number) => new Date(at).toISOString();
  const known: Reachability = {
    deviceId: 'd1',
    at: iso(platform),
    enrolledAt: iso(platform - 5_000),
    connection: {
      clientId: 'c1',
      userName: 'Ada',
      since: iso(platform - 4_000),
      endedAt: iso(platform - 1_000),
      endedWhy: 'lost',
      replacedAt: iso(platform - 3_000),
      isReplacedElsewhere: true,
    },
    refused: { at: iso(platform - 500), why: 'session-ended' },
    groups: ['g1'],
    runner: 'away',
  };
  expect(platformFacts(known, 'g2', 1_000_000)).toEqual({
    enrolledAt: 995_000,
    connectedAt: 996_000,
    endedAt: 999_000,
    endedWhy: 'lost',
    replacedElsewhereAt: 997_000,
    refused: { at: 999_500, why: 'session-ended' },
    isInGroup: false,
    runner: 'away',
  });
  expect(platformFacts(known, undefined, 0)?.isInGroup).toBeUndefined();
  expect(platformFacts(undefined, 'g1', 0)).toBeUndefined();
});
