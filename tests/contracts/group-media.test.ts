/** The background of a group, through one suite: kept in the data folder, and in a store that checks every signature. */
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GroupBackground, GroupUpload } from '#protocol/rest/group-media.ts';
import { MAINTAINER, openTestRest, TEACHER, type TestRest } from '../../server/rest/fakes/open-test-rest.ts';
import { startS3Server } from '../support/s3/s3-server.ts';

const KEYS = {
  accessKeyId: 'school',
  secretAccessKey: 'secret-of-the-school',
  region: 'eu-central-1',
  bucket: 'school-images',
};
const LONG_MS = 60_000;
const HOUR_MS = 3_600_000;
const GROUP = '7A Mathematics';

const png = (width = 40, height = 20) => createCanvas(width, height).toBuffer('image/png');

/** A PNG whose head names other sides than its pixels have. */
function bomb(side: number): Buffer {
  const bytes = png();
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return bytes;
}

describe.each(['folder', 's3'] as const)('backgrounds kept in a store: %s', (kind) => {
  let rest: TestRest;
  let s3: Awaited<ReturnType<typeof startS3Server>> | undefined;
  let now = Date.now();

  beforeAll(async () => {
    s3 = kind === 's3' ? await startS3Server(KEYS) : undefined;
    rest = await openTestRest('pglite', () => now, s3 && { ...KEYS, endpoint: s3.endpoint });
  }, LONG_MS);
  afterAll(async () => {
    await rest.dispose();
    await s3?.stop();
  }, LONG_MS);

  const path = (what: string, group = GROUP) => `/group-media/${what}/${rest.idOf(group)}`;
  const begin = async () => (await rest.call(MAINTAINER, path('upload'), {}, 'POST')).body as GroupUpload;

  /** Posts the form as a browser does. */
  async function post({ url, fields }: Pick<GroupUpload, 'url' | 'fields'>, file: Buffer): Promise<number> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(file)]), 'room.png');
    if (s3 !== undefined) return (await fetch(url, { method: 'POST', body: form })).status;
    const asRequest = new Request(url, { method: 'POST', body: form });
    const answer = await rest.app.inject({
      method: 'POST',
      url: `${new URL(url).pathname}${new URL(url).search}`,
      headers: { 'content-type': asRequest.headers.get('content-type') ?? '' },
      payload: Buffer.from(await asRequest.arrayBuffer()),
    });
    return answer.statusCode;
  }

  const confirm = (objectKey: string) => rest.call(MAINTAINER, path('confirm'), { objectKey }, 'POST');
  async function uploaded(file = png()): Promise<GroupBackground> {
    const form = await begin();
    expect(await post(form, file)).toBe(204);
    const { status, body } = await confirm(form.objectKey);
    expect(status).toBe(200);
    return body as GroupBackground;
  }
  async function refusedReason(file: Buffer): Promise<unknown> {
    const form = await begin();
    expect(await post(form, file)).toBe(204);
    const { status, body } = await confirm(form.objectKey);
    expect(status).toBe(400);
    return (body as { message: string }).message;
  }
  const look = (url: string) => {
    const { pathname, search } = new URL(url);
    return rest.app.inject({ url: `${pathname}${search}` });
  };
  const showOnWall = (layout: object | null) =>
    rest.call(MAINTAINER, `/groups/${rest.idOf(GROUP)}`, {
      definitionName: 'userGroup',
      name: GROUP,
      settings: { gridLayout: layout },
    });
  async function shownOnWall(): Promise<Record<string, unknown>> {
    const { body } = await rest.call(TEACHER, `/groups/${rest.idOf(GROUP)}`);
    return (body as { settings: { gridLayout: Record<string, unknown> } }).settings.gridLayout;
  }

  it('is written anew, and read by a signed address that whoever sees the group gets', async () => {
    const sent = Buffer.concat([png()]);
    const { backgroundImageUrl, backgroundImageKey } = await uploaded(sent);
    const answer = await look(backgroundImageUrl);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('image/webp');
    expect(answer.rawPayload.toString('latin1', 0, 4)).toBe('RIFF');
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    const other = new URL(backgroundImageUrl);
    const signature = other.searchParams.get('signature') ?? '';
    other.searchParams.set('signature', `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`);
    expect((await look(String(other))).statusCode).toBe(403);

    await showOnWall({
      backgroundImageKey,
      backgroundImageUrl: 'https://elsewhere.example/x.png',
      bgWidth: 40,
      bgHeight: 20,
    });
    expect(await shownOnWall()).toMatchObject({ backgroundImageKey, backgroundImageUrl });
  });

  it('takes a form only as it was signed', async () => {
    const { url, fields } = await begin();
    const policy = JSON.parse(Buffer.from(fields.Policy ?? '', 'base64').toString());
    expect(policy.conditions).toContainEqual(['content-length-range', 1, 5_242_880]);
    policy.expiration = '2099-01-01T00:00:00.000Z';
    const changes: Record<string, string>[] = [
      { key: 'backgrounds/demo/g/x' },
      { 'Content-Type': 'text/html' },
      { extra: 'x' },
      { Policy: Buffer.from(JSON.stringify(policy)).toString('base64') },
      { 'X-Amz-Signature': '0'.repeat(64) },
    ];
    for (const changed of changes)
      expect(await post({ url, fields: { ...fields, ...changed } }, png())).toBe(403);
    const tooLarge = await post({ url, fields }, Buffer.alloc(5_242_881));
    expect(tooLarge).toBe(400);
    expect(await post({ url, fields }, Buffer.alloc(0))).toBeGreaterThanOrEqual(400);
  });

  it.runIf(kind === 'folder')('reads no body of a form whose address it has not signed', async () => {
    const form = await begin();
    const other = await begin();
    const changed = (name: string, value: string) => {
      const url = new URL(form.url);
      url.searchParams.set(name, value);
      return { ...form, url: String(url) };
    };
    const [bare = ''] = form.url.split('?');
    const notSigned = [
      { ...form, url: bare },
      changed('key', other.objectKey),
      changed('expires', '99999999999999'),
      changed('seal', 'x'),
    ];
    // Larger than any body that is read: where the body came first, this would be 413.
    for (const each of notSigned) expect(await post(each, Buffer.alloc(6_000_000))).toBe(403);
    expect(await post({ ...form, url: other.url }, png())).toBe(403);
    expect(await post(form, Buffer.alloc(6_000_000))).toBe(413);

    const forms = await Promise.all(Array.from({ length: 3 }, () => begin()));
    const atOnce = await Promise.all([...forms, form].map((each) => post(each, png())));
    expect(atOnce.sort()).toEqual([204, 204, 204, 429]);
    const sameTwice = await Promise.all([post(form, png()), post(form, png())]);
    expect(sameTwice.sort()).toEqual([204, 429]);
    now += 600_001;
    expect(await post(form, png())).toBe(403);
  });

  it('refuses what is no picture, cut off or too large to decode', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="9" height="9"/>',
    );
    expect(await refusedReason(svg)).toBe('The file is not a PNG, JPEG, WebP or GIF picture.');
    expect(await refusedReason(png().subarray(0, -20))).toBe('The picture is damaged or cut off.');
    expect(await refusedReason(bomb(40_000))).toMatch(/has 40000 × 40000 pixels/);
  });

  it('is confirmed once, one at a time, and so often an hour', async () => {
    const form = await begin();
    expect(await post(form, png())).toBe(204);
    const answers = await Promise.all([confirm(form.objectKey), confirm(form.objectKey)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    if (s3 === undefined) expect(await post(form, png())).toBe(403);
    expect((await confirm(form.objectKey)).status).toBe(404);

    const [first, second] = [await begin(), await begin()];
    for (const each of [first, second]) expect(await post(each, png())).toBe(204);
    const both = await Promise.all([confirm(first.objectKey), confirm(second.objectKey)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    // What was refused only because another one was under way is still there.
    const waited = both[0]?.status === 409 ? first : second;
    expect((await confirm(waited.objectKey)).status).toBe(200);

    now += HOUR_MS + 1;
    const many = await Promise.all(Array.from({ length: 25 }, () => begin()));
    const begun = many.filter(({ objectKey }) => objectKey !== undefined);
    expect(begun).toHaveLength(20);
    const groups = await rest.store.db
      .selectFrom('groups')
      .select('id')
      .where('tenant', '=', 'demo')
      .where('site_id', '=', 'riverside')
      .where('name', '!=', GROUP)
      .execute();
    const statuses: number[] = [];
    for (const { id } of groups)
      for (let n = 0; n < 20 && statuses.length < 81; n += 1)
        statuses.push((await rest.call(MAINTAINER, `/group-media/upload/${id}`, {}, 'POST')).status);
    expect(statuses.slice(78)).toEqual([200, 200, 409]);
    now += HOUR_MS + 1;
    await rest.media.sweep();
  });

  it('is deleted where another takes its place, and by each of the three calls', async () => {
    const first = await uploaded();
    await showOnWall({ ...first, bgWidth: 40, bgHeight: 20 });
    const second = await uploaded();
    expect((await look(first.backgroundImageUrl)).statusCode).toBe(200);
    await showOnWall({ ...second, bgWidth: 40, bgHeight: 20 });
    expect((await look(first.backgroundImageUrl)).statusCode).toBe(404);

    // Somebody who does not know yet saves the tiles.
    await showOnWall({ ...first, bgWidth: 40, bgHeight: 20, positions: {} });
    expect(await shownOnWall()).toMatchObject({ backgroundImageKey: second.backgroundImageKey });

    // Tiles alone are saved: the background stays, whoever has set it.
    await showOnWall({ positions: { a: { x: 1, y: 2 } }, tileSize: 40 });
    const { positions, tileSize, ...kept } = await shownOnWall();
    expect({ positions, tileSize }).toEqual({ positions: { a: { x: 1, y: 2 } }, tileSize: 40 });
    expect(kept).toMatchObject({ ...second, bgWidth: 40, bgHeight: 20 });
    await showOnWall({ backgroundImageKey: null, backgroundImageUrl: null, bgWidth: null, bgHeight: null });
    expect((await look(second.backgroundImageUrl)).statusCode).toBe(404);
    expect(await shownOnWall()).toMatchObject({ backgroundImageKey: null, tileSize: 40 });

    for (const [what, method, more] of [
      ['delete', 'DELETE', {}],
      ['delete', 'POST', {}],
      ['confirm', 'POST', { action: 'delete' }],
    ] as const) {
      const { backgroundImageKey, backgroundImageUrl } = await uploaded();
      await showOnWall({ backgroundImageKey, backgroundImageUrl, bgWidth: 40, bgHeight: 20 });
      const body = { backgroundImageKey, ...more };
      expect((await rest.call(MAINTAINER, path(what), body, method)).status).toBe(200);
      expect(await shownOnWall()).toMatchObject({
        backgroundImageKey: null,
        backgroundImageUrl: null,
        bgWidth: null,
        bgHeight: null,
        tileSize: 40,
      });
      expect((await look(backgroundImageUrl)).statusCode).toBe(404);
      expect((await rest.call(MAINTAINER, path(what), body, method)).status).toBe(200);
    }
    const ofOther = { backgroundImageKey: `backgrounds/demo/${rest.idOf('Chess Club')}/x` };
    expect((await rest.call(MAINTAINER, path('delete'), ofOther, 'DELETE')).status).toBe(400);
  });

  it('is there for as long as a layout names it, whoever saves at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const former = await uploaded();
      await showOnWall({ ...former, bgWidth: 40, bgHeight: 20 });
      const next = await uploaded();
      await Promise.all([
        showOnWall({ ...next, bgWidth: 40, bgHeight: 20 }),
        showOnWall({ ...former, bgWidth: 40, bgHeight: 20, positions: {} }),
      ]);
      const { backgroundImageKey, backgroundImageUrl } = await shownOnWall();
      expect(backgroundImageKey).toMatch(/^backgrounds/);
      expect((await look(String(backgroundImageUrl))).statusCode).toBe(200);
    }
    now += HOUR_MS + 1;
    await rest.media.sweep();
  });

  it('leaves nothing behind: what nobody confirmed or shows is swept after an hour', async () => {
    const forgotten = await begin();
    expect(await post(forgotten, png())).toBe(204);
    const unused = await uploaded();
    const shown = await uploaded();
    await showOnWall({ ...shown, bgWidth: 40, bgHeight: 20 });
    await rest.media.sweep();
    expect((await look(unused.backgroundImageUrl)).statusCode).toBe(200);
    now += HOUR_MS + 1;
    await rest.media.sweep();
    expect((await look(unused.backgroundImageUrl)).statusCode).toBe(404);
    expect((await look(shown.backgroundImageUrl)).statusCode).toBe(200);
    expect((await confirm(forgotten.objectKey)).status).toBe(404);
    if (s3 !== undefined) expect([...s3.objects.keys()]).toEqual([shown.backgroundImageKey]);

    // Its groups go with a site.
    await rest.store.db.deleteFrom('sites').execute();
    await rest.media.sweep();
    expect((await look(shown.backgroundImageUrl)).statusCode).toBe(404);
    if (s3 === undefined) return;
    expect([...s3.objects.keys()]).toEqual([]);
    expect(s3.refusals.filter((code) => code !== 'NoSuchKey')).not.toContain('XAmzContentSHA256Mismatch');
  });
});
