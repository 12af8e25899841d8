import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { createDeviceInventory } from '#store/people/device-inventory.ts';
import {
  ASSISTANT,
  MAINTAINER,
  openTestRest,
  TEACHER,
  type TestRest,
  tokenOf,
} from './fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const PATH = '/devices/inventory';
const records = v.array(v.looseObject({ id: v.string() }));
const AT = Date.UTC(2026, 10, 2, 9);

describe.each(BACK_ENDS)('the inventory of a site on %s', (backEnd) => {
  let rest: TestRest;
  beforeAll(async () => {
    rest = await openTestRest(backEnd);
    await rest.store.db
      .insertInto('clients')
      .values({
        tenant: 'demo',
        site_id: 'riverside',
        type: 'windowsAgent',
        auth_type: 'user',
        id: 'c-1',
        device_id: 'r-d-00101',
        user_id: 'r-u-00101',
        user_name: 'Ann',
        hostname: 'RS-10A-05',
      })
      .execute();
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);

  const read = (query = '') => rest.read(MAINTAINER, `${PATH}${query}`, records);

  /** Awaits `look` before the result is returned. Returns the function that restores the executor. */
  function onInventoryRead(look: (result: { rows: unknown[] }) => Promise<void>): () => void {
    const executor = rest.store.db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
      const result = await execute(query);
      if (query.sql.includes('from "device_inventory"')) await look(result);
      return result as never;
    });
    return () => spy.mockRestore();
  }

  it('is for group maintainers', async () => {
    for (const token of [TEACHER, ASSISTANT])
      expect(await rest.refusal(token, PATH)).toEqual({ status: 403, code: 'forbidden' });
  });

  it('is refused where the site has it switched off, and nothing is kept there', async () => {
    const admin = tokenOf({
      site: 'hillcrest',
      realm: 'console',
      sub: 'tutor-admin',
      roles: ['groupMaintainer'],
    });
    expect(await rest.refusal(admin, PATH)).toEqual({ status: 409, code: 'conflict' });
    const inventory = createDeviceInventory(rest.store.db);
    const seat = { tenant: 'demo', site_id: 'hillcrest', type: 'windowsAgent', auth_type: 'user' } as const;
    await rest.store.db
      .insertInto('clients')
      .values({
        ...seat,
        id: 'c-h',
        device_id: 'h-d-00001',
        user_id: 'h-u-00001',
        user_name: 'H',
        hostname: 'H',
      })
      .execute();
    const client = { tenant: 'demo', site: 'hillcrest', clientId: 'c-h' };
    expect(await inventory.keep(client, { inventoryResults: {}, softwareResults: {} }, AT)).toBeUndefined();
  });

  it('comes in pages by descending id, that together are the whole', async () => {
    const whole = await read();
    expect(whole.length).toBeGreaterThan(50);
    const ids = whole.map(({ id }) => id);
    expect([...ids].sort().reverse()).toEqual(ids);
    expect(Object.keys(whole[0] ?? {}).sort()).toEqual([
      'id',
      'inventoryResults',
      'softwareResults',
      'updated',
    ]);
    const paged: unknown[] = [];
    for (let last = ''; ; ) {
      const page = await read(`?limit=20&_sort=id&_order=desc${last && `&_lt_id=${last}`}`);
      paged.push(...page);
      last = page.at(-1)?.id ?? '';
      if (page.length < 20) break;
    }
    expect(paged).toEqual(whole);
  });

  it('holds the fields that were asked for, of the devices that were asked for', async () => {
    const [first, second] = await read('?fields=id,updated&limit=2');
    expect(Object.keys(first ?? {})).toEqual(['id', 'updated']);
    expect(await read(`?fields=id&ids=${second?.id},nobody`)).toEqual([{ id: second?.id }]);
    for (const query of [
      '?fields=id,password',
      '?limit=501',
      '?limit=0',
      '?ids=',
      `?ids=${'a,'.repeat(101)}`,
    ])
      expect(await rest.refusal(MAINTAINER, `${PATH}${query}`)).toEqual({ status: 400, code: 'invalid' });
  });

  it('is read from the table some devices at a time, however long the page is', async () => {
    const sizes: number[] = [];
    const stop = onInventoryRead(async ({ rows }) => void sizes.push(rows.length));
    const whole = await read();
    stop();
    expect(whole.length).toBeGreaterThan(50);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(50);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(whole.length);
  });

  it('is not sent to one tutor without end at once; who goes away gives the place back', async () => {
    const roles = ['groupMaintainer'] as const;
    const other = tokenOf({ site: 'riverside', realm: 'console', sub: 'tutor-admin', roles: [...roles] });
    await rest.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = rest.app.server.address() as AddressInfo;
    const send = (token: string, signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}/v1${PATH}`, {
        headers: { authorization: `Bearer ${token}`, 'tenant-key': 'demo' },
        ...(signal && { signal }),
      });
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    let begun = 0;
    const stop = onInventoryRead(() => {
      begun += 1;
      return gate;
    });
    onTestFinished(() => {
      goOn();
      stop();
    });
    const leave = new AbortController();
    const asked = Array.from({ length: 6 }, () => send(MAINTAINER, leave.signal).catch(() => undefined));
    await vi.waitFor(() => expect(begun).toBe(6));
    expect((await send(MAINTAINER)).status).toBe(429);
    // Another tutor has separate places.
    const elsewhere = send(other);
    await vi.waitFor(() => expect(begun).toBe(7));
    leave.abort();
    await Promise.all(asked);
    goOn();
    expect((await elsewhere).status).toBe(200);
    await vi.waitFor(async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => send(MAINTAINER)));
      for (const answer of answers) await answer.text();
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }, 10_000);
  });

  it('has the newest answer of a device, of this site and tenant only', async () => {
    const inventory = createDeviceInventory(rest.store.db);
    const answer = {
      inventoryResults: { type: 'windowsAgent', system: [{ computer_name: 'New "name"' }] },
      softwareResults: { software: [{ name: 'Écran', version: '1' }] },
    };
    const client = { tenant: 'demo', site: 'riverside', clientId: 'c-1' };
    expect(await inventory.keep(client, answer, AT)).toEqual({ deviceId: 'r-d-00101' });
    expect(await read('?ids=r-d-00101')).toEqual([
      { id: 'r-d-00101', updated: new Date(AT).toISOString(), ...answer },
    ]);
    const network = [
      { friendly_name: 'Wi-Fi', mac: '3C52.82AA.0001' },
      { friendly_name: 'VPN', mac: '00FF1A2B3C4D' },
    ];
    await inventory.keep(client, { ...answer, inventoryResults: { network } }, AT);
    const adapters = rest.store.db
      .selectFrom('devices')
      .select('mac_addresses')
      .where('id', '=', 'r-d-00101');
    expect(await adapters.executeTakeFirst()).toEqual({ mac_addresses: ['3c:52:82:aa:00:01'] });
    expect(await inventory.keep({ ...client, site: 'hillcrest' }, answer, AT)).toBeUndefined();
    expect(await inventory.keep({ ...client, clientId: 'nobody' }, answer, AT)).toBeUndefined();
  });
});
