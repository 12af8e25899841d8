import { expect, test } from 'vitest';
import type { Info, Statuses } from '#protocol/feedback.ts';
import {
  deviceType,
  openItems,
  personName,
  screenFace,
  singleScreenFace,
  staleMark,
  statusLines,
  statusMarks,
} from './device-facts.ts';

const record = { clientId: 'c', userId: 'u', authType: 'user' as const, lastUpdated: 0 };
const info = (more: Partial<Info>): Info => ({
  ...record,
  type: 'extension',
  version: '',
  displays: [],
  device: { hostname: 'PC-1' },
  ...more,
});
const statuses = (more: Partial<Statuses>): Statuses => ({
  ...record,
  privacy: false,
  shareScreen: false,
  screenShared: false,
  nameModal: false,
  screenshareSessionIds: [],
  ...more,
});

test('the alias stands before the user’s name, and that before the name of the login', () => {
  const user = { id: 'u', name: 'Ada Lovelace' };
  const device = { hostname: 'PC-1', username: 'ada' };
  expect(personName({ info: info({ alias: 'Countess', user, device }) })).toBe('Countess');
  expect(personName({ info: info({ alias: ' ', user, device }) })).toBe('Ada Lovelace');
  expect(personName({ info: info({ device }) })).toBe('ada');
  expect(personName({})).toBeUndefined();
});

test('an id that a device reports twice is one item', () => {
  const tab = { tabId: '1', title: 'Before', url: '', active: false };
  const tabs = [tab, { ...tab, tabId: '2', title: 'Other' }, { ...tab, title: 'After' }];
  expect(openItems({ tabs }).map(({ id, title }) => [id, title])).toEqual([
    ['1', 'After'],
    ['2', 'Other'],
  ]);
});

test('a Windows device opens applications, others tabs, and with privacy nothing is listed', () => {
  const tabs = [{ tabId: '1', title: 'Tab', url: '', active: false }];
  const applications = [{ appId: 'a', windowId: 'w', title: 'App', active: true }];
  const client = { tabs, applications };
  expect(openItems({ ...client, info: info({ type: 'windowsAgent' }) }).map((i) => i.title)).toEqual(['App']);
  expect(openItems({ ...client, info: info({}) }).map((i) => i.title)).toEqual(['Tab']);
  expect(openItems({ ...client, info: info({}), statuses: statuses({ privacy: true }) })).toEqual([]);
  expect(deviceType({})).toBe('unknown');
});

test('only inline pictures are used as icons', () => {
  const tab = (icon: string) => ({ tabId: icon, title: '', url: '', active: false, icon });
  const tabs = [tab('data:image/png;base64,AA'), tab('https://evil.example/x.png'), tab('data:text/html,x')];
  expect(openItems({ tabs }).map((i) => i.icon)).toEqual(['data:image/png;base64,AA', undefined, undefined]);
});

test('a tab without a title is known by its address', () => {
  const tab = { tabId: '1', title: ' ', url: 'https://\u202ewords.example/', active: true };
  expect(openItems({ tabs: [tab] }).map((i) => i.title)).toEqual(['https:// words.example/']);
});

test('statuses become marks: locked and muted by action, or said plainly by older devices', () => {
  expect(statusMarks(undefined)).toEqual([]);
  expect(statusMarks(statuses({ lockSources: { action: true, policy: false }, muted: true }))).toEqual([
    'locked',
    'muted',
  ]);
  expect(statusMarks(statuses({ lockSources: { action: false, policy: true } }))).toEqual(['lockedByPolicy']);
  expect(statusMarks(statuses({ muteSources: { action: true, policy: true } }))).toEqual([
    ...['muted', 'mutedByPolicy'],
  ]);
  expect(statusMarks(statuses({ screenShared: true, fullScreen: 'FULL' }))).toEqual([
    'sharedScreen',
    'fullScreen',
  ]);
});

test('what is under way becomes lines', () => {
  expect(statusLines(statuses({ nameModal: true, fullScreen: 'requested' }))).toEqual([
    'waitingForName',
    'requestingFullScreen',
  ]);
  expect(statusLines(statuses({ fullScreen: 'cancelled' }))).toEqual(['fullScreenCancelled']);
});

test('a silent device is offline; with the broker gone no card is live', () => {
  expect(staleMark({ isOffline: true }, { name: 'connected' })).toBe('offline');
  expect(staleMark({ isOffline: false }, { name: 'reconnecting' })).toBe('notLive');
  expect(staleMark({ isOffline: false }, { name: 'outdated' })).toBe('notLive');
  expect(staleMark({ isOffline: true }, { name: 'reconnecting' })).toBe('notLive');
  expect(staleMark({ isOffline: false }, { name: 'connected' })).toBeUndefined();
});

test('privacy covers even a picture that is there', () => {
  expect(screenFace(statuses({ privacy: true }), 'shown')).toBe('privacy');
  expect(screenFace(undefined, 'none')).toBe('unavailable');
  expect(screenFace(undefined, 'undecodable')).toBe('undecodable');
  expect(screenFace(statuses({}), 'shown')).toBe('picture');
});

test('on one device’s own screen nothing is amiss where its student shares nothing', () => {
  const display = { id: 'd1', primary: true } as Info['displays'][number];
  const nothing = { info: info({ displays: [] }) };
  expect(singleScreenFace(nothing, 'none')).toBe('notShared');
  expect(singleScreenFace({ info: info({ type: 'unknown', displays: [] }) }, 'none')).toBe('notShared');
  expect(singleScreenFace({ info: info({ displays: [display] }) }, 'none')).toBe('unavailable');
  expect(singleScreenFace({ info: info({ type: 'windowsAgent', displays: [] }) }, 'none')).toBe(
    'unavailable',
  );
  // Nothing is known of it yet.
  expect(singleScreenFace({}, 'none')).toBe('unavailable');
  // It says no displays and sends pictures all the same.
  expect(singleScreenFace(nothing, 'shown')).toBe('picture');
  expect(singleScreenFace(nothing, 'undecodable')).toBe('undecodable');
  expect(singleScreenFace({ ...nothing, statuses: statuses({ privacy: true }) }, 'none')).toBe('privacy');
});
