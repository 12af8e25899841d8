import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaDownloadSchema } from '#protocol/rest/media.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { createDeviceEventLog } from '#store/logs/device-event-log.ts';
import {
  ASSISTANT,
  MAINTAINER,
  onRiverside,
  openTestRest,
  type TestRest,
  tokenOf,
} from './fakes/open-test-rest.ts';

const LONG_MS = 120_000;
const NOW = 1_800_000_000_000;
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 7, 7]);

describe.each(BACK_ENDS)('pictures of alerts on %s', (backEnd) => {
  let rest: TestRest;
  let mediaId: string;
  let now = NOW;
  beforeAll(async () => {
    rest = await openTestRest(backEnd, () => now);
    const tenant = 'demo';
    const person = { user_id: 'guest', auth_type: 'session' as const, user_name: 'Guest', hostname: 'PC' };
    await rest.store.db
      .insertInto('clients')
      .values({ tenant, id: 'c-pic', site_id: 'riverside', device_id: null, type: 'extension', ...person })
      .execute();
    const log = createDeviceEventLog(rest.store.db, async () => [rest.idOf('7A Mathematics')]);
    const picture = { contentType: 'image/jpeg' as const, data: JPEG.toString('base64') };
    const event = { context: {}, timeTriggered: NOW, picture };
    const kept = await log.keep({ tenant, site: 'riverside', clientId: 'c-pic' }, event, NOW);
    const alert = rest.store.db
      .selectFrom('user_logs')
      .select('media_images')
      .where('id', '=', kept.name === 'kept' ? kept.id : '');
    mediaId = (await alert.executeTakeFirstOrThrow()).media_images[0] ?? '';
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);

  const addressFor = async (token: string) =>
    (await rest.read(token, `/media/download/${mediaId}`, mediaDownloadSchema)).downloadUrl;
  const fetched = async (url: string) => {
    const { statusCode, headers, rawPayload } = await rest.app.inject({ url });
    return { statusCode, type: headers['content-type'], rawPayload };
  };

  it('are at an address that needs no token, for whoever may read the alert', async () => {
    for (const token of [MAINTAINER, ASSISTANT]) {
      expect(await fetched(await addressFor(token))).toEqual({
        statusCode: 200,
        type: 'image/jpeg',
        rawPayload: JPEG,
      });
    }
  });

  it('an address is good for five minutes, and for one picture', async () => {
    now = NOW;
    const address = await addressFor(MAINTAINER);
    expect((await fetched(address.replace(mediaId, 'picture-0'))).statusCode).toBe(403);
    expect((await fetched(address.replace('/demo/', '/other/'))).statusCode).toBe(403);
    expect((await fetched(address.replace(/expires=\d+/, `expires=${NOW + 9e9}`))).statusCode).toBe(403);
    expect((await fetched(address.replace(/&signature=.*/, ''))).statusCode).toBe(400);
    now = NOW + 300_000;
    expect((await fetched(address)).statusCode).toBe(403);
    now = NOW;
  });

  it('are not there for tutors who do not reach the alert', async () => {
    const roles = ['consoleUser'];
    const elsewhere = tokenOf({ site: 'hillcrest', realm: 'console', sub: 'tutor-manager', roles });
    const stranger = tokenOf({ ...onRiverside, sub: 'tutor-nobody', roles });
    expect((await rest.refusal(elsewhere, `/media/download/${mediaId}`)).status).toBe(404);
    expect((await rest.refusal(stranger, `/media/download/${mediaId}`)).status).toBe(403);
    expect((await rest.refusal(MAINTAINER, '/media/download/picture-none')).status).toBe(404);
  });

  it('go with their alert', async () => {
    const address = await addressFor(MAINTAINER);
    const group = rest.idOf('7A Mathematics');
    expect((await rest.call(MAINTAINER, `/userlogs?groupId=${group}`, undefined, 'DELETE')).status).toBe(200);
    expect((await fetched(address)).statusCode).toBe(404);
    expect((await rest.refusal(MAINTAINER, `/media/download/${mediaId}`)).status).toBe(404);
    const logged = await rest.store.db
      .selectFrom('resource_logs')
      .select(['parameters', 'resource_id'])
      .where('resource_type', '=', 'userlogs')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(logged).toMatchObject({
      parameters: { method: 'DELETE', path: '/v1/userlogs' },
      resource_id: group,
    });
  });
});
