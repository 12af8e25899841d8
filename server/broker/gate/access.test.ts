import { expect, test } from 'vitest';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { BrokerPermissions } from '../broker-permissions.ts';
import { createAccess } from './access.ts';

const TINA = {
  kind: 'tutor',
  tenant: 'acme',
  site: 'one',
  sub: 'tina',
  roles: [],
} as unknown as AccessTokenClaims & {
  site: string;
};
const FROM = 'acme/one/tutors/tina/v1/backchannel';
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

async function setUp() {
  const reached = new Set(['pc', 'tablet']);
  const asked: string[] = [];
  const time = { now: 7_200_000 };
  const permissions: Partial<BrokerPermissions> = {
    permittedGroups: async () => new Set(['maths']),
    roomsOfTutor: async () => new Set<string>(),
    mayReachUser: async () => true,
    async mayReachClient(_tutor, clientId) {
      asked.push(clientId);
      return reached.has(clientId);
    },
  };
  const access = await createAccess(TINA, permissions as BrokerPermissions, () => time.now);
  if (!access) throw new Error('nobody');
  return { access, reached, asked, time };
}

test('the screen of a device goes to the tutor who has asked for it, until the device is out of reach', async () => {
  const { access, reached, time } = await setUp();
  const hears = () => access.mayReceive(`${FROM}/pc/thumbnail`);
  expect(hears()).toBe(true);
  await settled();
  reached.delete('pc');
  // Nobody tells of a change by a process that shares the database alone. The permissions keep what they say for longer.
  time.now += 1_000;
  hears();
  await settled();
  expect(hears()).toBe(false);
  // What the tutor did there before is answered all the same, and others are heard.
  expect(access.mayReceive(`${FROM}/pc/reply`)).toBe(true);
  expect(access.mayReceive(`${FROM}/platform/stop-screen-shares`)).toBe(true);
  expect(access.mayReceive(`${FROM}/tablet/tabs`)).toBe(true);
  reached.add('pc');
  time.now += 10_000;
  hears();
  await settled();
  expect(hears()).toBe(true);
});

test('the first answers come where the device is in reach again and the tutor asks it anew', async () => {
  const { access, reached, time } = await setUp();
  const hears = () => access.mayReceive(`${FROM}/pc/thumbnail`);
  reached.delete('pc');
  hears();
  await settled();
  expect(hears()).toBe(false);
  // Each message asks again, and those who ask meanwhile share the answer.
  await settled();
  reached.add('pc');
  time.now += 1_000;
  expect(await access.mayPublish('acme/one/tutors/tina/v1/users/ann/clients/pc/demands')).toBe(true);
  expect(hears()).toBe(true);
});

test('a change that is told of counts at once', async () => {
  const { access, reached } = await setUp();
  const hears = () => access.mayReceive(`${FROM}/pc/thumbnail`);
  hears();
  await settled();
  reached.delete('pc');
  expect(hears()).toBe(true);
  await access.refresh();
  hears();
  await settled();
  expect(hears()).toBe(false);
});

test('a stream of pictures asks the directory once in a second', async () => {
  const { access, asked, time } = await setUp();
  for (let n = 0; n < 100; n += 1) {
    access.mayReceive(`${FROM}/pc/thumbnail`);
    time.now += 9;
  }
  expect(asked).toEqual(['pc']);
  time.now += 100;
  access.mayReceive(`${FROM}/pc/thumbnail`);
  expect(asked).toEqual(['pc', 'pc']);
});

test('a yes is not remembered for longer because the clock was set back', async () => {
  const { access, asked, time } = await setUp();
  const topic = 'acme/one/tutors/tina/v1/users/ann/clients/pc/actions';
  const may = async () => await access.mayPublish(topic);
  await may();
  const before = asked.length;
  await may();
  expect(asked).toHaveLength(before);
  time.now -= 3_600_000;
  await may();
  expect(asked.length).toBeGreaterThan(before);
});
