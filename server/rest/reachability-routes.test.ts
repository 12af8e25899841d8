import { describe, expect, it } from 'vitest';
import { reachabilitySchema } from '#protocol/rest/reachability.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { createReachability } from '#store/people/reachability.ts';
import { groupRestFor } from './fakes/group-rest.ts';
import { MAINTAINER, RUNNER, TEACHER } from './fakes/open-test-rest.ts';

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 10, 23, 8);
const iso = (at: number) => new Date(at).toISOString();

describe.each(BACK_ENDS)('GET /devices/{id}/reachability on %s', (backEnd) => {
  const at = groupRestFor(backEnd);
  const store = () => createReachability(at.rest.store.db);
  const read = (device: string, token = MAINTAINER) =>
    at.rest.read(token, `/devices/${device}/reachability`, reachabilitySchema);

  async function addClient(id: string, device: string) {
    await at.rest.store.db
      .insertInto('clients')
      .values({
        tenant: 'demo',
        site_id: 'riverside',
        id,
        device_id: device,
        user_id: 'r-u-00020',
        auth_type: 'user',
        user_name: `name at ${id}`,
        hostname: device,
        type: id.endsWith('-x') ? 'extension' : 'windowsAgent',
        last_seen_at: new Date(START),
      })
      .execute();
  }
  const note = (id: string, more: object) => ({ tenant: 'demo', kind: 'device' as const, id, ...more });

  it('of a device that never enrolled says so', async () => {
    const { enrolledAt, connection, refused, groups } = await read('r-d-00030');
    expect({ enrolledAt, connection, refused, groups }).toEqual({
      enrolledAt: null,
      connection: null,
      refused: null,
      groups: [],
    });
  });

  it('tells of the last connection, whatever comes in several batches', async () => {
    await addClient('reach-1', 'r-d-00031');
    await store().keep([
      note('reach-1', { connectedAt: START, ended: null }),
      note('nobody', { ended: null }),
    ]);
    expect((await read('r-d-00031')).connection).toMatchObject({
      clientId: 'reach-1',
      userName: 'name at reach-1',
      since: iso(START),
      endedAt: null,
    });
    await store().keep([note('reach-1', { ended: { at: START + MINUTE_MS, why: 'lost' } })]);
    expect(await read('r-d-00031')).toMatchObject({
      enrolledAt: iso(START),
      connection: { since: iso(START), endedAt: iso(START + MINUTE_MS), endedWhy: 'lost', replacedAt: null },
    });
    const replaced = { at: START + 2 * MINUTE_MS, isElsewhere: true };
    await store().keep([note('reach-1', { connectedAt: replaced.at, ended: null, replaced })]);
    await store().keep([note('reach-1', { ended: { at: START + 3 * MINUTE_MS, why: 'left' } })]);
    expect((await read('r-d-00031')).connection).toMatchObject({
      since: iso(replaced.at),
      endedWhy: 'left',
      replacedAt: iso(replaced.at),
      isReplacedElsewhere: true,
    });
  });

  it('of several people at a device tells who was connected last', async () => {
    await addClient('reach-2', 'r-d-00032');
    await addClient('reach-2-x', 'r-d-00032');
    await store().keep([
      note('reach-2', { connectedAt: START + MINUTE_MS, ended: null }),
      note('reach-2-x', { connectedAt: START, ended: null }),
    ]);
    expect((await read('r-d-00032')).connection?.clientId).toBe('reach-2');
  });

  it('tells of a refusal until the device is let in', async () => {
    await addClient('reach-3', 'r-d-00033');
    await store().keep([note('reach-3', { refused: { at: START, why: 'not-allowed' } })]);
    expect((await read('r-d-00033')).refused).toEqual({ at: iso(START), why: 'not-allowed' });
    await store().keep([note('reach-3', { connectedAt: START + 1, ended: null })]);
    // Another process reports late that an earlier connection has ended.
    await store().keep([note('reach-3', { ended: { at: START + 2, why: 'lost', since: START } })]);
    expect((await read('r-d-00033')).connection?.endedAt).toBeNull();
    expect((await read('r-d-00033')).refused).toBeNull();
  });

  it('names the groups that the caller sees', async () => {
    await addClient('reach-4', 'r-d-00034');
    await store().keep([note('reach-4', { connectedAt: START, ended: null })]);
    expect((await read('r-d-00034')).groups).toContain(at.rest.idOf('All devices'));
  });

  it('says whether the site’s runner is there', async () => {
    const runner = { tenant: 'demo', kind: 'runner' as const, id: 'runner-riverside' };
    expect((await read('r-d-00030')).runner).toBe('none');
    await store().keep([{ ...runner, connectedAt: START, ended: null }]);
    expect((await read('r-d-00030')).runner).toBe('there');
    await store().keep([{ ...runner, ended: { at: START, why: 'lost' } }]);
    expect((await read('r-d-00030')).runner).toBe('away');
  });

  it('after an end of the platform without a word nothing stands as connected', async () => {
    await addClient('reach-5', 'r-d-00035');
    await store().keep([note('reach-5', { connectedAt: START, ended: null })]);
    await store().endAll(START + MINUTE_MS);
    expect((await read('r-d-00035')).connection).toMatchObject({
      endedAt: iso(START + MINUTE_MS),
      endedWhy: 'platform',
    });
  });

  it('is for tutors who may see the device', async () => {
    expect(await at.rest.refusal(RUNNER, '/devices/r-d-00031/reachability')).toMatchObject({ status: 403 });
    expect(await at.rest.refusal(MAINTAINER, '/devices/h-d-00001/reachability')).toMatchObject({
      status: 404,
    });
    expect(await at.rest.refusal(MAINTAINER, '/devices/nowhere/reachability')).toMatchObject({ status: 404 });
    const seen = await at.rest.call(TEACHER, '/devices/r-d-00031');
    const reached = await at.rest.call(TEACHER, '/devices/r-d-00031/reachability');
    expect(reached.status).toBe(seen.status);
  });
});
