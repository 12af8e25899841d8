/** Each machine has a secret of its own after its first login, and it opens nothing for another machine. */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeviceTokens, deviceTokensSchema } from '#protocol/auth/auth-service.ts';
import { createDeviceAccess } from '#store/people/device-access.ts';
import { createDirectoryRemoval } from '#store/people/directory-removal.ts';
import { createUnitedDevices } from '#store/people/united-devices.ts';
import { type AuthFixture, createAuthFixture } from '../fakes/auth-fixture.ts';
import { createEncryption } from '../secrets/encryption.ts';
import { revokeSiteSecrets, rotateSiteSecret } from '../secrets/site-secrets.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const RIVERSIDE = { tenant: 'demo', site: 'riverside' };
const [M1, M2] = ['3c:52:82:00:00:01', '3c:52:82:00:00:02'];

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture();
}, 60_000);
afterAll(() => at.close());
beforeEach(() => at.store.db.deleteFrom('devices').execute());

type Machine = { hostname: string; installationId?: string; serialNumber?: string; macAddresses?: string[] };
const LAB: Machine = { hostname: 'LAB-1', installationId: 'i1' };

const login = (secret: string, machine: Machine) =>
  at.call('POST', '/devices/login', {
    body: { secret, type: 'linuxAgent', user: { name: 'Ann' }, ...machine },
  });
async function enrolled(secret: string, machine: Machine): Promise<DeviceTokens> {
  const { status, body } = await login(secret, machine);
  expect(status).toBe(200);
  return v.parse(deviceTokensSchema, body);
}
/** Logs in with the secret of the site. */
async function first(machine: Machine): Promise<DeviceTokens & { deviceSecret: string }> {
  const { deviceSecret = '', ...tokens } = await enrolled('site secret', machine);
  expect(deviceSecret).toMatch(/^device-[\w-]{43}$/);
  return { ...tokens, deviceSecret };
}
const refresh = (refreshToken: string) => at.call('POST', '/refresh', { bearer: refreshToken });
const devices = async () => (await at.store.db.selectFrom('devices').select('id').execute()).length;

async function connect({ clientId }: DeviceTokens, isOpen = true): Promise<void> {
  const connection = { connected_at: new Date(at.now()), ended_at: isOpen ? null : new Date(at.now()) };
  await at.store.db
    .insertInto('client_connections')
    .values({ tenant: 'demo', client_id: clientId, ...connection })
    .onConflict((row) => row.columns(['tenant', 'client_id']).doUpdateSet(connection))
    .execute();
}

describe('the secret of a machine', () => {
  it('is given at the first login, and logs in as the same device from then on', async () => {
    const given = await first(LAB);
    const again = await enrolled(given.deviceSecret, LAB);
    expect(again).toMatchObject({ deviceId: given.deviceId, clientId: given.clientId });
    expect(again).not.toHaveProperty('deviceSecret');
    const renamed = await enrolled(given.deviceSecret, { ...LAB, hostname: 'LAB-9' });
    expect(renamed.deviceId).toBe(given.deviceId);
    expect(await at.tokens.verify(renamed.accessToken)).toMatchObject({ hostname: 'LAB-9' });
    expect(await devices()).toBe(1);
  });

  it('is not given to an agent without an installation id, nor to a student page', async () => {
    expect(await enrolled('site secret', { hostname: 'LAB-2' })).not.toHaveProperty('deviceSecret');
    const page = await at.call('POST', '/devices/login', {
      headers: { origin: 'http://demo.localhost:8080' },
      body: {
        secret: 'site secret',
        type: 'extension',
        hostname: 'page',
        installationId: 'i1',
        user: { name: 'Mia' },
      },
    });
    expect(page.body).not.toHaveProperty('deviceSecret');
  });

  it('is stored as a hash only', async () => {
    const { deviceSecret } = await first(LAB);
    const rows = await at.store.db.selectFrom('device_secrets').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(deviceSecret.slice('device-'.length));
  });

  it('is replaced by the next first login of the same agent, and ends the session of the former one', async () => {
    const former = await first(LAB);
    const next = await first(LAB);
    expect(next.deviceId).toBe(former.deviceId);
    expect((await login(former.deviceSecret, LAB)).status).toBe(401);
    expect((await refresh(former.refreshToken)).status).toBe(401);
    expect((await refresh(next.refreshToken)).status).toBe(200);
  });

  it('of one agent stays where another agent of the machine enrols', async () => {
    const windows = await first({ ...LAB, serialNumber: 'R1X' });
    const browser = await first({ ...LAB, serialNumber: 'R1X', installationId: 'i2' });
    expect(browser.deviceId).toBe(windows.deviceId);
    expect((await enrolled(windows.deviceSecret, { ...LAB, serialNumber: 'R1X' })).deviceId).toBe(
      windows.deviceId,
    );
  });

  it('opens no other tenant, no student page and no site runner', async () => {
    const { deviceSecret } = await first(LAB);
    const body = { secret: deviceSecret, type: 'linuxAgent', hostname: 'LAB-1', user: { name: 'Ann' } };
    expect((await at.call('POST', '/devices/login', { body, tenant: 'empty' })).status).toBe(401);
    const origin = 'http://demo.localhost:8080';
    expect((await at.call('POST', '/devices/login', { body, headers: { origin } })).status).toBe(401);
    expect((await at.call('POST', '/runners/login', { body })).status).toBe(401);
  });

  it('goes with its device', async () => {
    const { deviceSecret, deviceId = '' } = await first(LAB);
    await createDirectoryRemoval(at.store.db).device(RIVERSIDE, deviceId);
    expect((await login(deviceSecret, LAB)).status).toBe(401);
    expect(await at.store.db.selectFrom('device_secrets').selectAll().execute()).toEqual([]);
  });
});

describe('the secret of the site', () => {
  const restore = () =>
    at.store.db.updateTable('site_tokens').set({ expires_at: null }).where('id', '=', 'token').execute();

  it('is rotated without touching machines that have their own', async () => {
    const old = await enrolled('site secret', { hostname: 'OLD' });
    const own = await first(LAB);
    const now = () => new Date(at.now());
    const encryption = createEncryption(Buffer.alloc(32, 7));
    await rotateSiteSecret(at.store.db, RIVERSIDE, { encryption, now: now() });
    at.pass(6 * DAY_MS);
    expect((await login('site secret', LAB)).status).toBe(401);
    expect((await refresh(old.refreshToken)).status).toBe(401);
    const { body } = await refresh(own.refreshToken);
    expect(v.parse(deviceTokensSchema, body).deviceId).toBe(own.deviceId);
    expect((await enrolled(own.deviceSecret, LAB)).deviceId).toBe(own.deviceId);
    await restore();
  });

  it('is revoked together with those of the machines', async () => {
    const own = await first(LAB);
    const { db } = at.store;
    const rows = await db.selectFrom('site_tokens').selectAll().where('site_id', '=', 'riverside').execute();
    await revokeSiteSecrets(db, RIVERSIDE);
    expect((await login(own.deviceSecret, LAB)).status).toBe(401);
    expect((await refresh(own.refreshToken)).status).toBe(401);
    await db.insertInto('site_tokens').values(rows).execute();
  });
});

describe('a login under way while the secrets of its site are revoked', () => {
  it('is refused, although its own secret is stored after those of the others were removed', async () => {
    const site = await createAuthFixture(
      {},
      {
        enrolmentOf: (real) => ({
          ...real,
          async device(...asked) {
            const result = await real.device(...asked);
            await site.store.db.deleteFrom('site_tokens').execute();
            return result;
          },
        }),
      },
    );
    const body = { secret: 'site secret', type: 'linuxAgent', user: { name: 'Ann' }, ...LAB };
    expect((await site.call('POST', '/devices/login', { body })).status).toBe(401);
    await site.close();
  });
});

describe('a device that is shut out', () => {
  const access = () => createDeviceAccess(at.store.db);

  it('comes in with no secret until it is let in again, and is the same device then', async () => {
    const own = await first(LAB);
    const { deviceId = '' } = own;
    const changed = await access().shutOut(RIVERSIDE, deviceId, new Date(at.now()));
    expect(changed?.families).toHaveLength(1);
    expect((await login(own.deviceSecret, LAB)).status).toBe(401);
    expect((await refresh(own.refreshToken)).status).toBe(401);
    const refused = await login('site secret', LAB);
    expect(refused.status).toBe(403);
    expect(refused.headers['retry-after']).toBe('60');
    await access().letIn(RIVERSIDE, deviceId);
    expect((await first(LAB)).deviceId).toBe(deviceId);
  });

  it('loses its session also where its agent has no secret of its own', async () => {
    const old = await enrolled('site secret', { hostname: 'OLD' });
    await access().shutOut(RIVERSIDE, old.deviceId ?? '', new Date(at.now()));
    expect((await refresh(old.refreshToken)).status).toBe(401);
    expect((await login('site secret', { hostname: 'OLD' })).status).toBe(403);
  });

  it('does not keep other machines out', async () => {
    const own = await first({ ...LAB, serialNumber: 'R1X' });
    await access().shutOut(RIVERSIDE, own.deviceId ?? '', new Date(at.now()));
    const other = await first({ hostname: 'LAB-1', installationId: 'i2', serialNumber: 'R2X' });
    expect(other.deviceId).not.toBe(own.deviceId);
  });

  it('is not let in by uniting it with another device', async () => {
    const [kept, lost] = [await first(LAB), await first({ hostname: 'LAB-2', installationId: 'i2' })];
    await access().shutOut(RIVERSIDE, lost.deviceId ?? '', new Date(at.now()));
    await createUnitedDevices(at.store.db).unite('demo', {
      id: kept.deviceId ?? '',
      otherId: lost.deviceId ?? '',
    });
    expect((await login('site secret', { hostname: 'LAB-2', installationId: 'i2' })).status).toBe(403);
  });

  it('stays so when it is separated again, and so does one that was let in', async () => {
    const LAB2 = { hostname: 'LAB-2', installationId: 'i2' };
    const [kept, lost] = [await first(LAB), await first(LAB2)];
    const [id, otherId] = [kept.deviceId ?? '', lost.deviceId ?? ''];
    const united = createUnitedDevices(at.store.db);
    await united.unite('demo', { id, otherId });
    await access().shutOut(RIVERSIDE, id, new Date(at.now()));
    await united.separate('demo', { id, unitedId: otherId });
    expect((await login('site secret', LAB2)).status).toBe(403);
    await united.unite('demo', { id, otherId });
    await access().letIn(RIVERSIDE, id);
    await united.separate('demo', { id, unitedId: otherId });
    expect((await login('site secret', LAB2)).status).toBe(200);
  });

  it('of another site is not found', async () => {
    const { deviceId = '' } = await first(LAB);
    const hillcrest = { tenant: 'demo', site: 'hillcrest' };
    expect(await access().shutOut(hillcrest, deviceId, new Date(at.now()))).toBeUndefined();
    expect(await access().letIn(hillcrest, deviceId)).toBeUndefined();
  });
});

describe('a copied disk', () => {
  it('is refused where its hardware differs', async () => {
    const own = await first({ ...LAB, serialNumber: 'R1X', macAddresses: [M1] });
    const copy = { ...LAB, serialNumber: 'R2X', macAddresses: [M2] };
    expect((await login(own.deviceSecret, copy)).status).toBe(409);
    expect(at.security).toContainEqual(
      expect.objectContaining({ what: 'device-copied', site: 'riverside', who: own.deviceId }),
    );
    const other = await first({ ...copy, installationId: 'i2' });
    expect(other.deviceId).not.toBe(own.deviceId);
  });

  it('is refused while the machine is connected, where nothing else tells them apart', async () => {
    const own = await first(LAB);
    await connect(own);
    const refused = await login(own.deviceSecret, LAB);
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(refused.headers['retry-after']).toBe('20');
    await connect(own, false);
    expect((await enrolled(own.deviceSecret, LAB)).deviceId).toBe(own.deviceId);
  });

  it('does not stop the machine itself from returning before its lost connection has ended', async () => {
    const machine = { ...LAB, macAddresses: [M1] };
    const own = await first(machine);
    await connect(own);
    expect((await enrolled(own.deviceSecret, machine)).deviceId).toBe(own.deviceId);
  });
});

describe('devices that an administrator unites', () => {
  it('keep their secrets, and take them along when they are separated again', async () => {
    const [kept, other] = [await first(LAB), await first({ hostname: 'LAB-2', installationId: 'i2' })];
    const united = createUnitedDevices(at.store.db);
    const [id, otherId] = [kept.deviceId ?? '', other.deviceId ?? ''];
    const LAB2 = { hostname: 'LAB-2', installationId: 'i2' };
    await united.unite('demo', { id, otherId });
    expect((await enrolled(kept.deviceSecret, LAB)).deviceId).toBe(id);
    expect((await enrolled(other.deviceSecret, LAB2)).deviceId).toBe(id);
    await united.separate('demo', { id, unitedId: otherId });
    expect((await enrolled(kept.deviceSecret, LAB)).deviceId).toBe(id);
    expect((await enrolled(other.deviceSecret, LAB2)).deviceId).toBe(otherId);
  });

  it('take along a secret that an agent has received since', async () => {
    const LAB2 = { hostname: 'LAB-2', installationId: 'i2' };
    const [kept, other] = [await first(LAB), await first(LAB2)];
    const united = createUnitedDevices(at.store.db);
    const [id, otherId] = [kept.deviceId ?? '', other.deviceId ?? ''];
    await united.unite('demo', { id, otherId });
    const newer = await first(LAB2);
    await united.separate('demo', { id, unitedId: otherId });
    expect((await enrolled(newer.deviceSecret, LAB2)).deviceId).toBe(otherId);
    expect((await enrolled(kept.deviceSecret, LAB)).deviceId).toBe(id);
  });
});
