import { describe, expect, test } from 'vitest';
import { readLiveMessage } from './live-message.ts';

const at = { tenant: 'demo', site: 'riverside', tutorId: 't1' };
const S = 'demo/riverside';
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
