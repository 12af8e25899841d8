import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACK_ENDS, openTestStore, type TestStore } from '../fakes/open-test-store.ts';
import { createDirectory } from '../people/directory.ts';
import { createWokenDevices } from './woken-devices.ts';

const LONG_MS = 60_000;
const RIVERSIDE = { tenant: 'demo', site: 'riverside' };
const AT = Date.UTC(2026, 10, 2, 7, 45);

describe.each(BACK_ENDS)('woken devices on %s', (backEnd) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(backEnd, 10);
  }, LONG_MS);
  afterAll(() => store.dispose(), LONG_MS);

  const idsOf = async (site: string, type: 'windowsAgent' | 'extension') => {
    const rows = await store.db
      .selectFrom('devices')
      .select('id')
      .where('tenant', '=', 'demo')
      .where('site_id', '=', site)
      .where('type', '=', type)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  };

  it('have the time of their last wake in the directory; others, and those of another site, have none', async () => {
    const [woken = '', asleep = ''] = await idsOf('riverside', 'windowsAgent');
    const [chromebook = ''] = await idsOf('riverside', 'extension');
    const [neighbour = ''] = await idsOf('hillcrest', 'windowsAgent');
    for (const id of [woken, asleep, chromebook, neighbour]) expect(id).not.toBe('');
    const devices = createWokenDevices(store.db);
    expect(await devices.note(RIVERSIDE, [], AT)).toEqual([]);
    expect(await devices.note(RIVERSIDE, [woken, woken, chromebook, neighbour, 'gone'], AT - 60_000)).toEqual(
      [woken],
    );
    await devices.note(RIVERSIDE, [woken], AT);
    const directory = createDirectory(store.db);
    const wolStatus = async (id: string, site = 'riverside') =>
      (await directory.device({ tenant: 'demo', site }, id))?.wolStatus;
    expect(await wolStatus(woken)).toBe(new Date(AT).toISOString());
    for (const id of [asleep, chromebook]) expect(await wolStatus(id)).toBeUndefined();
    expect(await wolStatus(neighbour, 'hillcrest')).toBeUndefined();
  });
});
