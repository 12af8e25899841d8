import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { siteSettingsSchema } from '#protocol/rest/site-settings.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { createWakeSchedules } from '#store/wake/wake-schedules.ts';
import {
  MAINTAINER,
  MAINTAINING,
  openTestRest,
  RUNNER,
  TEACHER,
  type TestRest,
  tokenOf,
} from './fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const PATH = '/site-settings/clients';

describe.each(BACK_ENDS)('the settings of a site on %s', (backEnd) => {
  let rest: TestRest;
  beforeAll(async () => {
    rest = await openTestRest(backEnd);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);
  beforeEach(() => {
    rest.published.length = 0;
  });
  const read = (token = MAINTAINER) => rest.read(token, PATH, siteSettingsSchema);
  /** Sends the whole document without read-only fields, as a console does. */
  async function put(changes: object) {
    const { id: _id, created: _created, updated: _updated, ...document } = await read();
    const answer = await rest.call(MAINTAINER, PATH, {
      ...document,
      settings: { ...document.settings, ...changes },
    });
    expect(answer.status).toBe(200);
    return answer.body;
  }

  it('are read by every tutor of the site, and changed by its maintainers', async () => {
    const before = await read(TEACHER);
    expect(before.settings).toEqual({
      wol: { enabled: true },
      inventory: { enabled: true },
      students: 'name',
      studentsWriteFirst: { enabled: true },
    });
    expect(await rest.refusedWrite(TEACHER, PATH, before)).toMatchObject({ status: 403 });
    const after = await put({ inventory: { enabled: false } });
    expect(after).toMatchObject({
      id: before.id,
      settings: { inventory: { enabled: false }, students: 'name' },
    });
    expect(await read(TEACHER)).toEqual(after);
    expect(rest.published).toMatchObject([
      { resource: 'site-settings', site: 'riverside', change: 'updated', reachUnchanged: true },
    ]);
  });

  it('are those of the own site', async () => {
    const hillcrest = tokenOf({
      site: 'hillcrest',
      realm: 'console',
      sub: 'tutor-manager',
      roles: MAINTAINING,
    });
    expect((await read(hillcrest)).id).not.toBe((await read()).id);
  });

  it('keep what a body does not name', async () => {
    await rest.call(MAINTAINER, PATH, { settings: { extra: { kept: true } } });
    await rest.call(MAINTAINER, PATH, { settings: { wol: { enabled: true } } });
    expect((await read()).settings).toMatchObject({
      extra: { kept: true },
      wol: { enabled: true },
      students: 'name',
    });
  });

  it.each([
    [{}, 'settings'],
    [{ settings: { wol: true } }, 'settings.wol'],
    [{ settings: { wol: { enabled: 'no' } } }, 'settings.wol.enabled'],
    [{ settings: { inventory: {} } }, 'settings.inventory.enabled'],
    [{ settings: { students: 'anybody' } }, 'settings.students'],
    [{ settings: { text: 'x'.repeat(70_000) } }, 'settings'],
    [{ settings: { text: 'NUL \u0000' } }, 'settings.text'],
  ])('refuse %#', async (body, field) => {
    const before = await read();
    expect(await rest.refusedWrite(MAINTAINER, PATH, body)).toMatchObject({ status: 400, field });
    expect(await read()).toEqual(before);
  });

  it('of a site that was never set are switched as the platform begins', async () => {
    const { db } = rest.store;
    await db.deleteFrom('site_client_settings').where('site_id', '=', 'riverside').execute();
    expect((await read()).settings).toMatchObject({ wol: { enabled: true }, inventory: { enabled: false } });
    await put({ inventory: { enabled: true } });
    expect((await read()).settings).toMatchObject({ wol: { enabled: true }, inventory: { enabled: true } });
  });

  it('decide whether there is an inventory', async () => {
    await put({ inventory: { enabled: false } });
    expect(await rest.refusal(MAINTAINER, '/devices/inventory')).toEqual({ status: 409, code: 'conflict' });
    await put({ inventory: { enabled: true } });
    expect((await rest.call(MAINTAINER, '/devices/inventory')).status).toBe(200);
  });

  it('decide whether anybody is woken: by a runner, or by a schedule', async () => {
    const { db } = rest.store;
    const wake = '/site-runners/self/wake-targets?tutorId=platform&deviceIds=r-d-00001';
    const due = () => createWakeSchedules(db).due({ day: 1, time: '07:45' });
    expect(await due()).toHaveLength(1);
    await put({ wol: { enabled: false } });
    expect(await rest.refusal(RUNNER, wake)).toEqual({ status: 409, code: 'conflict' });
    expect(await due()).toEqual([]);
    await put({ wol: { enabled: true } });
    expect((await rest.call(RUNNER, wake)).status).toBe(200);
    expect(await due()).toHaveLength(1);
  });
});
