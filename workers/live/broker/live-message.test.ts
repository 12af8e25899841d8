import { describe, expect, test } from 'vitest';
import { readLiveMessage } from './live-message.ts';

const at = { tenant: 'demo', site: 'riverside', tutorId: 't1' };
const S = 'demo/riverside';
const T = `${S}/tutors/t1/v1`;
const reply = { id: 'a1', action: 'lock', ok: true };
const utf8 = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const record = { clientId: 'c1', userId: 'u1', authType: 'user', lastUpdated: 1 };
const read = (topic: string, body: unknown, more = {}) =>
  readLiveMessage(at, { topic, payload: body instanceof Uint8Array ? body : utf8(body), ...more });
const userProperties = {
  userId: 'u1',
  authType: 'session',
  display: 'd1',
  primary: '1',
  quality: '10',
  width: '320',
  height: '180',
  at: '1700000000000',
};

describe('feedback of a group', () => {
  test('is told with its group and kind', () => {
    expect(read(`${S}/groups/g1/feedback/c1/tabs`, { ...record, tabs: [] })).toEqual({
      name: 'feedback',
      groupId: 'g1',
      kind: 'tabs',
      record: { ...record, tabs: [] },
    });
  });

  test('may be the word of the platform that the device is not in the group any more', () => {
    const empty = new Uint8Array();
    const left = { name: 'left-group', groupId: 'g1', clientId: 'c1' };
    expect(read(`${S}/groups/g1/feedback/c1/left`, empty)).toEqual(left);
    expect(read(`${T}/backchannel/c1/left`, empty)).toEqual({ name: 'dropped', reason: 'kind' });
  });

  test('loses an icon that is too large, and nothing else', () => {
    const tab = { tabId: '1', title: 'Tab', url: '', active: false };
    const icon = 'x'.repeat(65_537);
    expect(
      read(`${S}/groups/g1/feedback/c1/tabs`, {
        ...record,
        tabs: [
          { ...tab, icon },
          { ...tab, icon: 'data:,' },
        ],
      }),
    ).toMatchObject({ record: { tabs: [tab, { ...tab, icon: 'data:,' }] } });
  });

  test('keeps the tabs beside one that cannot be read, and counts that one', () => {
    const tab = { tabId: '1', title: 'Tab', url: '', active: false };
    const tabs = [tab, null, { ...tab, tabId: '2', url: `https://a.example/${'x'.repeat(9_000)}` }];
    expect(read(`${S}/groups/g1/feedback/c1/tabs`, { ...record, tabs })).toMatchObject({
      leftOut: 1,
      record: { tabs: [tab, { tabId: '2' }] },
    });
  });

  test('on the own backchannel has no group', () => {
    expect(read(`${S}/tutors/t1/v1/backchannel/c1/hello`, record)).toMatchObject({
      name: 'feedback',
      groupId: undefined,
    });
  });

  test('may be a picture, with its properties as numbers', () => {
    const bytes = new Uint8Array([255, 216]);
    expect(
      read(`${S}/groups/g1/feedback/c1/thumbnail`, bytes, { contentType: 'image/jpeg', userProperties }),
    ).toEqual({
      name: 'thumbnail',
      groupId: 'g1',
      clientId: 'c1',
      bytes,
      contentType: 'image/jpeg',
      properties: {
        ...userProperties,
        primary: true,
        quality: 10,
        width: 320,
        height: 180,
        at: 1_700_000_000_000,
      },
    });
  });
});

describe('on the own backchannel', () => {
  const correlation = 'a1';

  test('a reply is of the client of its topic, with or without correlation data', () => {
    const told = { name: 'reply', clientId: 'c1', reply };
    expect(read(`${T}/backchannel/c1/reply`, reply)).toEqual(told);
    expect(read(`${T}/backchannel/c1/reply`, reply, { correlation })).toEqual(told);
  });

  test('a reply loses bad entries of its lists, but none of its texts is cut', () => {
    const woken = ['d1', null];
    expect(read(`${T}/backchannel/c1/reply`, { ...reply, woken })).toMatchObject({
      reply: { woken: ['d1'] },
    });
    for (const more of [{ password: 'x'.repeat(256) }, { url: `https://a/${'x'.repeat(2_048)}` }, { ok: 1 }])
      expect(read(`${T}/backchannel/c1/reply`, { ...reply, ...more })).toEqual({
        name: 'dropped',
        reason: 'schema',
      });
  });

  test('a picture with correlation data belongs to an action, one without to a demand', () => {
    const bytes = new Uint8Array([255, 216]);
    const more = { contentType: 'image/jpeg', userProperties };
    const topic = `${T}/backchannel/c1/thumbnail`;
    const picture = { display: 'd1', contentType: 'image/jpeg', bytes };
    expect(read(topic, bytes, { ...more, correlation })).toEqual({
      name: 'picture',
      clientId: 'c1',
      actionId: 'a1',
      picture,
    });
    expect(read(topic, bytes, more)).toMatchObject({ name: 'thumbnail', groupId: undefined });
  });
});

describe('what is dropped, with its reason', () => {
  const info = `${S}/groups/g1/feedback/c1/statuses`;
  const picture = `${S}/groups/g1/feedback/c1/thumbnail`;
  const jpeg = { contentType: 'image/jpeg', userProperties };
  test.each([
    ['a record that claims another client', info, { ...record, clientId: 'c2' }, {}, 'foreign-client'],
    ['a record that fails its schema', info, { ...record, privacy: 'yes' }, {}, 'schema'],
    ['a record that is not JSON', info, new Uint8Array([123]), {}, 'not-json'],
    ['a record that is not UTF-8', info, new Uint8Array([34, 255, 34]), {}, 'not-json'],
    ['a record over 256 KiB', info, new Uint8Array(262_145), {}, 'too-large'],
    ['an unknown kind', `${S}/groups/g1/feedback/c1/mood`, record, {}, 'kind'],
    ['a kind named like a method', `${S}/groups/g1/feedback/c1/constructor`, record, {}, 'kind'],
    ['a topic that is too long', `${info}/x`, record, {}, 'topic'],
    ['a topic of another site', 'demo/other/groups/g1/feedback/c1/info', record, {}, 'topic'],
    ['a picture over 2 MiB', picture, new Uint8Array(2_097_153), jpeg, 'too-large'],
    [
      'a picture of another type',
      picture,
      new Uint8Array(1),
      { ...jpeg, contentType: 'image/svg+xml' },
      'content-type',
    ],
    ['a picture without properties', picture, new Uint8Array(1), { contentType: 'image/jpeg' }, 'schema'],
    ['a last will without since', `${S}/lastwill/user/u1/c1`, {}, {}, 'schema'],
    [
      "a tutor's last will with a source that is none",
      `${S}/lastwill/tutors/t1`,
      { source: 1 },
      {},
      'schema',
    ],
    ['a last will of nobody', `${S}/lastwill/user/u1`, { since: 1 }, {}, 'topic'],
    ['a presence of nobody', `${S}/presence/user/u1`, {}, {}, 'topic'],
    ['a presence that fails its schema', `${S}/presence/user/u1/c1`, { since: 1 }, {}, 'schema'],
    ['a room message that fails its schema', `${S}/live-rooms/r1/messages`, { id: 'm1' }, {}, 'schema'],
    ['a room status of nobody', `${S}/live-rooms/r1/connected`, {}, {}, 'schema'],
    ['a room status of two', `${S}/live-rooms/r1/connected`, { userId: 'u1', tutorId: 't1' }, {}, 'schema'],
    ['an unknown kind of room topic', `${S}/live-rooms/r1/typing`, {}, {}, 'topic'],
    ['a room topic that is too long', `${S}/live-rooms/r1/messages/x`, {}, {}, 'topic'],
    ['a room topic named like a method', `${S}/live-rooms/r1/constructor`, {}, {}, 'topic'],
    ['a reply to a whole group', `${S}/groups/g1/feedback/c1/reply`, reply, {}, 'kind'],
    ['a reply that fails its schema', `${T}/backchannel/c1/reply`, { ...reply, ok: 1 }, {}, 'schema'],
    [
      'a reply for another client',
      `${T}/backchannel/c1/reply`,
      { ...reply, clientId: 'c2' },
      {},
      'foreign-client',
    ],
    ['a reply to two actions', `${T}/backchannel/c1/reply`, reply, { correlation: 'a2' }, 'correlation'],
    ['a reply to another tutor', `${S}/tutors/t2/v1/backchannel/c1/reply`, reply, {}, 'topic'],
    ['a notification that fails its schema', `${S}/notifications/v1`, { resource: 'x' }, {}, 'schema'],
  ])('%s', (_, topic, body, more, reason) => {
    expect(read(topic, body, more)).toEqual({ name: 'dropped', reason });
  });
});

test('a last will names the device that left', () => {
  expect(read(`${S}/lastwill/session/u1/c1`, { since: 7 })).toEqual({
    name: 'device-left',
    device: { authType: 'session', userId: 'u1', clientId: 'c1' },
    since: 7,
  });
});

test("a tutor's last will is told from that of another tutor", () => {
  expect(read(`${S}/lastwill/tutors/t1`, new Uint8Array())).toEqual({ name: 'tutor-left', own: true });
  expect(read(`${S}/lastwill/tutors/t2`, { source: 'b' })).toEqual({
    name: 'tutor-left',
    own: false,
    source: 'b',
  });
});

describe('a presence', () => {
  const topic = `${S}/presence/session/u1/c1`;
  const device = { authType: 'session', userId: 'u1', clientId: 'c1' };
  const presence = { deviceId: 'd1', hostname: 'PC', os: 'Windows 11', type: 'windowsAgent', since: 7 };

  test('says who is at which device', () => {
    expect(read(topic, presence)).toEqual({ name: 'presence', device, presence });
  });

  test('is read as a whole or not at all', () => {
    const presence = { hostname: 'x'.repeat(20_001), os: 'Linux', type: 'linuxAgent', since: 1 };
    expect(read(`${S}/presence/user/u1/c1`, presence)).toEqual({ name: 'dropped', reason: 'schema' });
  });

  test('that is cleared says that nobody is', () => {
    expect(read(topic, new Uint8Array())).toEqual({ name: 'presence', device, presence: undefined });
  });
});

describe('a room', () => {
  const room = `${S}/live-rooms/r1`;
  const message = { id: 'm1', message: 'Hello', tutorId: 't2', sentTime: 5 };

  test('brings what the platform says that somebody said', () => {
    expect(read(`${room}/messages`, message)).toEqual({ name: 'room', roomId: 'r1', entry: message });
  });

  test('brings who came and left', () => {
    expect(read(`${room}/connected`, { userId: 'u1', clientId: 'c1' })).toEqual({
      name: 'room',
      roomId: 'r1',
      entry: { userId: 'u1', action: 'connected' },
    });
    expect(read(`${room}/disconnect`, { tutorId: 't2' })).toMatchObject({
      entry: { tutorId: 't2', action: 'disconnect' },
    });
  });

  test('brings nothing of what members publish themselves: the platform has not said who they are', () => {
    expect(read(`${room}/send-message`, { id: 'm1', message: 'I am the headmaster' })).toEqual({
      name: 'ignored',
    });
  });
});

test('a notification is read', () => {
  const notification = { resource: 'groups', id: 'g1', change: 'updated', at: 1 };
  expect(read(`${S}/notifications/v1`, notification)).toEqual({ name: 'notification', notification });
});

test('a reply to an action keeps what it brings', () => {
  expect(
    read(`${S}/tutors/t1/v1/backchannel/c1/reply`, { id: 'a1', action: 'ping', ok: true, ms: 3 }),
  ).toEqual({
    name: 'reply',
    clientId: 'c1',
    reply: { id: 'a1', action: 'ping', ok: true, ms: 3 },
  });
});
