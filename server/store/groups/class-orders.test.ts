import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACK_ENDS, openTestStore, type TestStore } from '../fakes/open-test-store.ts';
import { createOrderStore } from './class-orders.ts';
import type { HeldOrder } from './held-order.ts';

const LONG_MS = 60_000;

describe.each(BACK_ENDS)('class orders on %s', (backEnd) => {
  let store: TestStore;
  let place: { tenant: string; site: string; groupId: string };
  beforeAll(async () => {
    store = await openTestStore(backEnd, 10);
    const group = await store.db
      .selectFrom('groups')
      .select(['tenant', 'site_id', 'id'])
      .limit(1)
      .executeTakeFirstOrThrow();
    place = { tenant: group.tenant, site: group.site_id, groupId: group.id };
  }, LONG_MS);
  afterAll(() => store.dispose(), LONG_MS);

  const lock = (id: string, except: string[] = []): HeldOrder => ({
    ...place,
    slot: 'lock',
    id,
    action: 'lock',
    parameters: { content: '<p>Look</p>' },
    tutorId: 't-1',
    since: 1_790_000_000_000,
    except,
  });

  it('come back as they were put, one for each thing, until they are removed', async () => {
    const orders = createOrderStore(store.db);
    await orders.put(lock('l1'));
    await orders.put(lock('l2', ['c-1']));
    await orders.put({ ...lock('m1'), slot: 'sound', action: 'mute', parameters: {} });
    const all = [...(await orders.all())].sort((a, b) => a.id.localeCompare(b.id));
    expect(all).toEqual([
      lock('l2', ['c-1']),
      { ...lock('m1'), slot: 'sound', action: 'mute', parameters: {} },
    ]);
    await orders.remove(lock('any'));
    expect((await orders.all()).map(({ id }) => id)).toEqual(['m1']);
  });

  it('are kept for groups of their site alone', async () => {
    const orders = createOrderStore(store.db);
    const nowhere = { ...lock('l9'), groupId: 'nowhere' };
    expect(await orders.put(nowhere)).toBe(false);
    expect(await orders.put({ ...lock('l9'), site: 'another' })).toBe(false);
    expect(await orders.put(lock('l9'))).toBe(true);
    await orders.remove(lock('l9'));
  });

  it('know their tutor by name, and nobody of another tenant', async () => {
    const orders = createOrderStore(store.db);
    const tutor = await store.db.selectFrom('tutors').selectAll().limit(1).executeTakeFirstOrThrow();
    expect(await orders.tutorName(tutor.tenant, tutor.id)).toBe(tutor.name ?? tutor.primary_email);
    expect(await orders.tutorName('rival', tutor.id)).toBeUndefined();
  });

  it('go with their group', async () => {
    const orders = createOrderStore(store.db);
    await orders.put(lock('l3'));
    await store.db
      .deleteFrom('groups')
      .where('tenant', '=', place.tenant)
      .where('id', '=', place.groupId)
      .execute();
    expect(await orders.all()).toEqual([]);
  });
});
