/**
 * What somebody who is signed in would try at the broker of a running platform, with real tokens: each is refused by
 * its reason code, nobody hears of it, and nothing is kept.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessTokenClaims, mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { openRaw } from '../broker/broker-raw-client.ts';
import { openRawGuest, type RawGuest } from '../broker/broker-raw-guest.ts';
import { type Actor, type AttemptsWorld, OTHER, openAttemptsWorld } from './attempts-world.ts';

const LONG_MS = 120_000;
const NOT_AUTHORIZED = 0x87;
const SHARED_NOT_SUPPORTED = 0x9e;
const QOS_NOT_SUPPORTED = 0x9b;
const CLIENT_IDENTIFIER_NOT_VALID = 0x85;
const TOPIC_NAME_INVALID = 0x90;
const S = 'demo/riverside';
const T = `${S}/tutors/tutor-teacher/v1`;

let world: AttemptsWorld;
let url: string;
const guests = {} as Record<'teacher' | 'device', RawGuest>;
/** Topics of what clients said and the broker let through. */
const wentOut: string[] = [];
beforeAll(async () => {
  world = await openAttemptsWorld();
  url = `ws://127.0.0.1:${world.platform.port}/mqtt`;
  for (const who of ['teacher', 'device'] as const)
    guests[who] = await openRawGuest(url, world.tokens[who], claimsOf(who));
  world.platform.broker.onPublish(({ topic }) => wentOut.push(topic));
}, LONG_MS);
afterAll(async () => {
  for (const guest of Object.values(guests)) guest.close();
  await world.close();
}, LONG_MS);

function claimsOf(who: Actor): AccessTokenClaims {
  const claims = readClaims(world.tokens[who]);
  if (!claims) throw new Error('the access token cannot be read');
  return claims;
}
/** `{Name of a group}` stands for its id, `{me}` for the device's client, `{my}` for its person. */
function topicOf(text: string): string {
  const { clientId = '', userId = '' } = claimsOf('device');
  return text
    .replaceAll('{me}', clientId)
    .replaceAll('{my}', userId)
    .replaceAll(/\{(.+?)\}/g, (_, name: string) => world.idOf(name));
}
const filtersOf = (clientId: string) =>
  world.platform.broker.connections().find((each) => each.clientId === clientId)?.filters;

const FILTERS: Record<'teacher' | 'device', readonly string[]> = {
  teacher: [
    ...['#', '+/#', '+/+/+/+', '$SYS/#', '$SYS/broker/uptime', '/#'],
    ...['demo/#', `${S}/#`, 'demo/+/notifications/v1', '+/riverside/notifications/v1'],
    ...['demo/hillcrest/notifications/v1', `${OTHER.tenant}/riverside/notifications/v1`],
    ...[
      `${S}/groups/+/feedback/#`,
      `${S}/groups/{9A Geography}/feedback/#`,
      `${S}/groups/{9A Geography}/orders`,
    ],
    ...[`${S}/groups/{7A Mathematics}/#`, `${S}/tutors/+/v1/#`],
    ...[`${S}/tutors/tutor-maintainer/v1/backchannel/#`, `${T}/groups/{7A Mathematics}/actions`],
    ...[`${S}/presence/#`, `${S}/events/+`, `${S}/clients/+/policies`, `${S}/live-rooms/+/#`],
  ],
  device: [
    ...['#', '$SYS/#', `${S}/#`, `${S}/tutors/+/v1/#`, `${S}/tutors/+/v1/groups/+/actions`],
    ...[`${S}/tutors/+/v1/groups/{7B Art}/#`, `${S}/tutors/+/v1/users/+/actions`],
    ...[`${S}/tutors/+/v1/users/{my}/clients/+/actions`, `${S}/tutors/+/v1/siterunners/wol`],
    ...[`${S}/tutors/tutor-teacher/v1/backchannel/#`, `${S}/groups/{7A Mathematics}/feedback/#`],
    ...[`${S}/clients/+/groups`, `${S}/clients/somebody/#`, `${S}/notifications/v1`, `${S}/presence/#`],
    ...[`demo/hillcrest/clients/{me}/#`, `${OTHER.tenant}/riverside/clients/{me}/#`],
  ],
};

describe.each(['teacher', 'device'] as const)('a %s subscribes', (who) => {
  it.each(FILTERS[who])('%s is refused, and brings nothing', async (text) => {
    const filter = topicOf(text);
    expect(await guests[who].subscribe([filter])).toEqual([NOT_AUTHORIZED]);
    expect(filtersOf(mqttClientId(claimsOf(who), 'guest'))).toEqual([]);
    // A topic that the filter means.
    const topic = filter.replace(/#$/, 'a/b').replaceAll('+', 'any');
    if (!topic.startsWith('$'))
      await world.platform.broker.publish({ topic, payload: Buffer.from('{}'), qos: 1 });
    expect(await guests[who].received()).toEqual([]);
  });

  it.each(['#', `${S}/notifications/v1`, `${T}/backchannel/#`, `${S}/clients/{me}/#`])(
    'its part of %s is refused',
    async (text) => {
      expect(await guests[who].subscribe([`$share/thieves/${topicOf(text)}`])).toEqual([
        SHARED_NOT_SUPPORTED,
      ]);
      expect(filtersOf(mqttClientId(claimsOf(who), 'guest'))).toEqual([]);
    },
  );
});

const SAYS: Record<'teacher' | 'device', readonly (readonly [what: string, topic: string])[]> = {
  teacher: [
    ['to a class of others', `${T}/groups/{9A Geography}/actions`],
    ['to a class that is not there', `${T}/groups/nowhere/actions`],
    ['to every class', `${T}/groups/all/actions`],
    ['to a person of others', `${T}/users/r-u-00150/actions`],
    ['to a person of another site', `${T}/users/h-u-00001/actions`],
    ['as another tutor', `${S}/tutors/tutor-maintainer/v1/groups/{7A Mathematics}/actions`],
    ['on another site', 'demo/hillcrest/tutors/tutor-teacher/v1/groups/{Hillcrest 7A}/actions'],
    ['in another tenant', `${OTHER.tenant}/riverside/tutors/tutor-teacher/v1/groups/${OTHER.group}/actions`],
    ['what a device would say', `${S}/groups/{7A Mathematics}/feedback/{me}/info`],
    ['a reply of a device', `${T}/backchannel/{me}/reply`],
    ['a reply of a runner', `${T}/backchannel/runner-runner-riverside/reply`],
    ['an event of a device', `${S}/events/{me}`],
    ['the end of a device', `${S}/lastwill/user/{my}/{me}`],
    ['the end of another tutor', `${S}/lastwill/tutors/tutor-maintainer`],
    ['the groups of a device', `${S}/clients/{me}/groups`],
    ['the policies of a device', `${S}/clients/{me}/policies`],
    ['the orders of a class', `${S}/groups/{7A Mathematics}/orders`],
    ['a notification of the platform', `${S}/notifications/v1`],
    ['a message of the platform in a room', `${S}/live-rooms/room-3/messages`],
    ['in a room of others', `${S}/live-rooms/room-9/send-message`],
    ['what the broker says of itself', '$SYS/broker/uptime'],
  ],
  device: [
    ['as a tutor to its class', `${T}/groups/{7A Mathematics}/actions`],
    ['as a tutor to its person', `${T}/users/{my}/actions`],
    ['to the runners', `${T}/siterunners/wol`],
    ['in a class of others', `${S}/groups/{7B Art}/feedback/{me}/info`],
    ['as another device', `${S}/groups/{All devices}/feedback/somebody/info`],
    ['a reply of another device', `${T}/backchannel/somebody/reply`],
    ['a reply of the platform', `${T}/backchannel/platform/stop-screen-shares`],
    ['an event of another device', `${S}/events/somebody`],
    ['that another is here', `${S}/presence/user/somebody/somebody`],
    ['that its own machine is here for another', `${S}/presence/user/r-u-00001/{me}`],
    ['the end of another device', `${S}/lastwill/user/somebody/somebody`],
    ['the end of a tutor', `${S}/lastwill/tutors/tutor-teacher`],
    ['its own groups', `${S}/clients/{me}/groups`],
    ['its own orders', `${S}/clients/{me}/orders`],
    ['a notification of the platform', `${S}/notifications/v1`],
    ['in a room of others', `${S}/live-rooms/room-9/send-message`],
    ['on another site', 'demo/hillcrest/groups/{Hillcrest devices}/feedback/{me}/info'],
    ['in another tenant', `${OTHER.tenant}/riverside/groups/${OTHER.group}/feedback/{me}/info`],
  ],
};
const lock = JSON.stringify({ id: 'attempt', action: 'lock', parameters: {}, timeSent: 1 });

describe.each(['teacher', 'device'] as const)('a %s says', (who) => {
  it.each(SAYS[who])('%s: refused, unheard, not kept', async (_what, text) => {
    const topic = topicOf(text);
    const before = await world.contents();
    wentOut.length = 0;
    const codes = await guests[who].publish([
      { topic, payload: lock },
      { topic, payload: lock, retain: true },
    ]);
    expect(codes).toEqual([NOT_AUTHORIZED, NOT_AUTHORIZED]);
    expect(wentOut).toEqual([]);
    expect(await world.contents()).toEqual(before);
  });

  it('nothing that stays for who comes later, where it may speak', async () => {
    const topic = topicOf(who === 'teacher' ? `${T}/groups/{7A Mathematics}/actions` : `${S}/events/{me}`);
    const before = await world.contents();
    wentOut.length = 0;
    expect(await guests[who].publish([{ topic, payload: lock, retain: true }])).toEqual([NOT_AUTHORIZED]);
    expect(wentOut).toEqual([]);
    expect(await world.contents()).toEqual(before);
  });
});

describe('a connection ends', () => {
  const open = async (who: Actor, instance: string) => {
    const raw = await openRaw(url);
    raw.connect(world.tokens[who], mqttClientId(claimsOf(who), instance));
    expect((await raw.next('connack')).reasonCode).toBe(0);
    return raw;
  };
  const publish = { cmd: 'publish', payload: lock, dup: false, retain: false } as const;

  it('where a message comes with QoS 2', async () => {
    const raw = await open('teacher', 'twice');
    wentOut.length = 0;
    raw.send({ ...publish, topic: topicOf(`${T}/groups/{7A Mathematics}/actions`), qos: 2, messageId: 1 });
    expect((await raw.next('disconnect')).reasonCode).toBe(QOS_NOT_SUPPORTED);
    await raw.closed;
    expect(wentOut).toEqual([]);
  });

  it.each(['+', '#'])('where a message is for everybody, by %s', async (wildcard) => {
    const raw = await open('teacher', 'wide');
    wentOut.length = 0;
    raw.send({ ...publish, topic: `${T}/groups/${wildcard}/actions`, qos: 1, messageId: 1 });
    expect((await raw.next('disconnect')).reasonCode).toBe(TOPIC_NAME_INVALID);
    await raw.closed;
    expect(wentOut).toEqual([]);
  });
});

describe('a connection is refused', () => {
  /** The reason code of its CONNACK. */
  async function connectAs(
    ...[token, clientId, more]: Parameters<Awaited<ReturnType<typeof openRaw>>['connect']>
  ) {
    const raw = await openRaw(url);
    raw.connect(token, clientId, more);
    const { reasonCode } = await raw.next('connack');
    raw.socket.terminate();
    return reasonCode;
  }
  const will = (topic: string, more: { qos?: 0 | 1 | 2; retain?: boolean } = {}) => ({
    will: { topic: topicOf(topic), payload: Buffer.from('{}'), qos: 1 as const, retain: false, ...more },
  });

  it.each([
    ['of another tutor', 'teacher', `${S}/lastwill/tutors/tutor-maintainer`, {}, NOT_AUTHORIZED],
    ['of a device', 'teacher', `${S}/lastwill/user/{my}/{me}`, {}, NOT_AUTHORIZED],
    ['for another class', 'teacher', `${T}/groups/{9A Geography}/actions`, {}, NOT_AUTHORIZED],
    ['on another site', 'teacher', 'demo/hillcrest/lastwill/tutors/tutor-teacher', {}, NOT_AUTHORIZED],
    ['of a tutor', 'device', `${S}/lastwill/tutors/tutor-teacher`, {}, NOT_AUTHORIZED],
    ['of another device', 'device', `${S}/lastwill/user/somebody/somebody`, {}, NOT_AUTHORIZED],
    ['that stays', 'teacher', `${S}/lastwill/tutors/tutor-teacher`, { retain: true }, NOT_AUTHORIZED],
    ['with QoS 2', 'teacher', `${S}/lastwill/tutors/tutor-teacher`, { qos: 2 }, QOS_NOT_SUPPORTED],
  ] as const)('with a last will %s', async (_what, who, topic, more, code) => {
    wentOut.length = 0;
    expect(await connectAs(world.tokens[who], mqttClientId(claimsOf(who), 'will'), will(topic, more))).toBe(
      code,
    );
    expect(wentOut).toEqual([]);
  });

  const named = (change: Partial<AccessTokenClaims>) => (claims: AccessTokenClaims) =>
    mqttClientId({ ...claims, ...change }, 'guest');
  it.each<[string, Actor, (claims: AccessTokenClaims) => string]>([
    ['another tutor', 'teacher', named({ sub: 'tutor-maintainer' })],
    ['a device', 'teacher', named({ kind: 'device', sub: 'somebody' })],
    ['another device', 'device', named({ sub: 'somebody', clientId: 'somebody' })],
    ['a tutor', 'device', named({ kind: 'tutor', sub: 'tutor-teacher' })],
    ['somebody of another site', 'teacher', named({ site: 'hillcrest' })],
    ['somebody of another tenant', 'teacher', named({ tenant: OTHER.tenant })],
    ['no browser', 'teacher', (claims) => mqttClientId(claims, '')],
    ['a browser with a colon', 'teacher', (claims) => mqttClientId(claims, 'a:b')],
    ['whoever it likes', 'teacher', () => 'admin'],
  ])('that calls itself %s', async (_what, who, nameOf) => {
    const own = world.platform.broker.connections().length;
    expect(await connectAs(world.tokens[who], nameOf(claimsOf(who)))).toBe(CLIENT_IDENTIFIER_NOT_VALID);
    // Nobody was put out by it either.
    expect(world.platform.broker.connections()).toHaveLength(own);
  });

  it.each(['crowned', 'moved'] as const)('with the %s token', async (who) => {
    expect(await connectAs(world.tokens[who], mqttClientId(claimsOf(who), 'guest'))).toBe(NOT_AUTHORIZED);
  });

  it('that has no token beside its name', async () => {
    const clientId = mqttClientId(claimsOf('teacher'), 'bare');
    const password = Buffer.from('x');
    expect(await connectAs(world.tokens.teacher, clientId, { password })).toBe(NOT_AUTHORIZED);
  });
});
