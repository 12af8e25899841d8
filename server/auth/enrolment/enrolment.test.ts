import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceTokensSchema, runnerTokensSchema } from '#protocol/auth/auth-service.ts';
import { createWokenDevices } from '#store/wake/woken-devices.ts';
import { type AuthFixture, CONSOLE_LOGIN, createAuthFixture } from '../fakes/auth-fixture.ts';

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture();
}, 60_000);
afterAll(() => at.close());

describe('POST /devices/login', () => {
  const device = {
    secret: 'site secret',
    type: 'windowsAgent',
    hostname: 'LAB-1',
    serialNumber: 'S1',
    version: '5.1',
    user: { email: 'ann@demo.example', name: 'ann' },
  };
  const enrol = (change: object = {}) =>
    at.call('POST', '/devices/login', { body: { ...device, ...change } });
  const enrolled = async (change: object = {}) => v.parse(deviceTokensSchema, (await enrol(change)).body);

  it('enrols a device and whoever sits at it, and finds both again', async () => {
    const first = await enrolled();
    expect(first).toMatchObject({ authType: 'user', userId: 'student-1', siteId: 'riverside' });
    expect(await at.tokens.verify(first.accessToken)).toMatchObject({
      kind: 'device',
      sub: first.clientId,
      clientId: first.clientId,
      userId: 'student-1',
      site: 'riverside',
      authType: 'user',
      hostname: 'LAB-1',
      deviceId: first.deviceId,
      roles: [],
    });
    expect(at.published).toContainEqual(
      expect.objectContaining({
        resource: 'devices',
        id: first.deviceId,
        change: 'created',
        site: 'riverside',
      }),
    );
    const renamed = await enrolled({ hostname: 'LAB-2' });
    expect(renamed).toMatchObject({ clientId: first.clientId, deviceId: first.deviceId });
  });

  it('enrols a computer with Linux as one', async () => {
    const { deviceId } = await enrolled({ type: 'linuxAgent', hostname: 'LINUX-1', serialNumber: 'L1' });
    const { db } = at.store;
    const device = db
      .selectFrom('devices')
      .select('type')
      .where('id', '=', deviceId ?? '');
    expect(await device.executeTakeFirst()).toEqual({ type: 'linuxAgent' });
    const site = { tenant: 'demo', site: 'riverside' };
    expect(await createWokenDevices(db).note(site, [deviceId ?? ''], 1)).toEqual([deviceId]);
  });

  it('takes somebody who is not in the directory for a session', async () => {
    const guest = await enrolled({ user: { name: 'Guest' } });
    expect(guest.authType).toBe('session');
    expect((await enrolled({ user: { name: 'GUEST' } })).userId).toBe(guest.userId);
    expect((await enrolled({ user: { name: 'Other' } })).userId).not.toBe(guest.userId);
    expect((await enrolled({ user: { name: 'x', email: 'x@else.example' } })).authType).toBe('session');
  });

  it('knows two machines of one name apart by their serial numbers', async () => {
    const [a, b] = [await enrolled({ serialNumber: 'S2' }), await enrolled({ serialNumber: 'S3' })];
    expect(a.deviceId).not.toBe(b.deviceId);
  });

  it('refuses wrong and expired secrets, and bodies that are not whole', async () => {
    expect((await enrol({ secret: 'guess' })).status).toBe(401);
    expect((await enrol({ secret: 'expired secret' })).status).toBe(401);
    expect(await enrol({ hostname: '' })).toMatchObject({ status: 400, body: { field: 'hostname' } });
  });

  it('refreshes a device like a tutor', async () => {
    const { refreshToken, clientId } = await enrolled();
    const { body } = await at.call('POST', '/refresh', { bearer: refreshToken });
    expect(v.parse(deviceTokensSchema, body).clientId).toBe(clientId);
  });

  it('gives a device no tutor’s calls', async () => {
    const { accessToken } = await enrolled();
    expect((await at.call('GET', '/sites', { bearer: accessToken })).status).toBe(401);
    expect((await at.call('POST', '/login', { bearer: accessToken, body: CONSOLE_LOGIN })).status).toBe(401);
  });
});

describe('POST /runners/login', () => {
  it('lets a site runner in with its own secret only', async () => {
    const answer = await at.call('POST', '/runners/login', {
      body: { secret: 'runner secret', hostname: 'nas' },
    });
    const runner = v.parse(runnerTokensSchema, answer.body);
    expect(await at.tokens.verify(runner.accessToken)).toMatchObject({
      kind: 'runner',
      sub: 'runner-1',
      site: 'riverside',
    });
    expect(
      v.parse(runnerTokensSchema, (await at.call('POST', '/refresh', { bearer: runner.refreshToken })).body)
        .runnerId,
    ).toBe('runner-1');
    const refused = await at.call('POST', '/runners/login', {
      body: { secret: 'site secret', hostname: 'nas' },
    });
    expect(refused.status).toBe(401);
  });
});

describe('how many enrol', () => {
  /** Of the limits, so that few logins reach them: 30 of 600 a minute for an address. */
  const SHARE = 1 / 20;
  let few: AuthFixture;
  beforeAll(async () => {
    few = await createAuthFixture({}, { share: SHARE });
  }, 60_000);
  afterAll(() => few.close());

  const come = (secret: string, remoteAddress: string) =>
    few.app.inject({
      method: 'POST',
      url: '/auth/devices/login',
      remoteAddress,
      headers: { host: 'demo.localhost:8080', 'tenant-key': 'demo' },
      payload: { secret, type: 'extension', hostname: 'CB-1', user: { name: 'Ada' } },
    });
  const times = async (count: number, secret: string, address: string) => {
    const answers = new Set<number>();
    for (let n = 0; n < count; n += 1) answers.add((await come(secret, address)).statusCode);
    return [...answers];
  };

  it('is limited for an address; a whole school comes in at eight', async () => {
    // A flood of guesses does not use up the logins of the school's machines.
    expect(await times(31, 'page-guess', '10.0.0.7')).toEqual([401, 429]);
    expect(await times(30, 'site secret', '10.0.0.7')).toEqual([200]);
    const refused = await come('site secret', '10.0.0.7');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('15');
    expect(await times(1, 'site secret', '10.0.0.8')).toEqual([200]);
    expect(await times(1, 'site secret', '127.0.0.1')).toEqual([200]);
    const reasons = new Set(
      few.security.flatMap((line) => (line.what === 'limit-reached' ? [line.reason] : [])),
    );
    expect(reasons).toContain('enrolments-of-address');
  });
});
