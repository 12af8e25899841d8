import { expect, test } from 'vitest';
import type { StunCredentials } from '#protocol/rest/stun-credentials.ts';
import { createIceServers } from './ice-servers.ts';

const STUN = 'stun:school.example:3478';
const TURN = 'turn:relay.example:3478';

function setUp(
  configured: { STUN_SERVER?: string; ICE_SERVER?: string },
  iceServers: StunCredentials['iceServers'] | Error,
) {
  return createIceServers({
    configured: (name) => configured[name],
    hostname: () => 'demo.school.example',
    async credentials() {
      if (iceServers instanceof Error) throw iceServers;
      return { iceServers };
    },
  })();
}

test('the configured servers, with the credentials of the site', async () => {
  const relay = { urls: [TURN, 'turn:elsewhere.example:3478'], username: 'u', credential: 'c' };
  expect(await setUp({ STUN_SERVER: STUN, ICE_SERVER: TURN }, [{ urls: STUN }, relay])).toEqual([
    { urls: [STUN] },
    { ...relay, urls: [TURN] },
  ]);
});

test('a STUN server of somebody else is not asked', async () => {
  const foreign = 'stun:stun.other.example:3478';
  const relay = { urls: TURN, username: 'u', credential: 'c' };
  const servers = await setUp({ STUN_SERVER: foreign, ICE_SERVER: TURN }, [{ urls: foreign }, relay]);
  expect(servers).toEqual([{ ...relay, urls: [TURN] }]);
});

test('the own STUN server is used where the credentials do not name it', async () => {
  expect(await setUp({ STUN_SERVER: STUN }, [])).toEqual([{ urls: STUN }]);
});

test('the provider is whose console this is, in a domain of any depth', async () => {
  const servers = createIceServers({
    configured: (name) => (name === 'STUN_SERVER' ? 'stun:lectern.school.example:3478' : undefined),
    hostname: () => 'demo.lectern.school.example',
    credentials: async () => ({ iceServers: [] }),
  });
  expect(await servers()).toEqual([{ urls: 'stun:lectern.school.example:3478' }]);
});

test('a relay without credentials is left out', async () => {
  expect(await setUp({ STUN_SERVER: STUN, ICE_SERVER: TURN }, [{ urls: TURN }])).toEqual([{ urls: STUN }]);
});

test.each([[{}], [{ STUN_SERVER: '', ICE_SERVER: '' }]])('none configured: %j', async (configured) => {
  const servers = setUp(configured, [{ urls: STUN }]);
  await expect(servers).rejects.toThrow('Both STUN_SERVER and ICE_SERVER URLs are missing');
  await expect(servers).rejects.toMatchObject({ name: 'PeerFailure', code: 'no-ice-servers' });
});

test.each([
  [{ STUN_SERVER: 'stun:stun.other.example:3478' }],
  [{ STUN_SERVER: 'stun:school.example:19302', ICE_SERVER: 'stun:stun.other.example:3478' }],
])('none of those configured may be used: %j', async (configured) => {
  const servers = setUp(configured, [{ urls: STUN }]);
  await expect(servers).rejects.toThrow('STUN_SERVER and ICE_SERVER name no server that may be used');
  await expect(servers).rejects.toMatchObject({ name: 'PeerFailure', code: 'ice-servers-refused' });
});

test('no credentials', async () => {
  const servers = setUp({ STUN_SERVER: STUN }, new Error('offline'));
  await expect(servers).rejects.toThrow('Failed to fetch new STUN credentials');
  await expect(servers).rejects.toMatchObject({ code: 'stun', cause: new Error('offline') });
});
