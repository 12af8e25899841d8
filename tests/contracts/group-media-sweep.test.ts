/** What the sweep of backgrounds removes while somebody saves, and where the store does not do as it is told. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGroupMedia } from '../../server/media/group-media.ts';
import type { ObjectStore } from '../../server/media/object-store.ts';
import { createPictureRows } from '../../server/media/picture-rows.ts';
import { createGroupLayouts } from '../../server/rest/groups/group-layouts.ts';
import { openTestStore, type TestStore } from '../../server/store/fakes/open-test-store.ts';

const LONG_MS = 60_000;
const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 2, 9);

let database: TestStore;
let group: { tenant: string; site: string; groupId: string };
let now = NOW;

beforeAll(async () => {
  database = await openTestStore('pglite', 2);
  const { id } = await database.db.selectFrom('groups').select('id').executeTakeFirstOrThrow();
  group = { tenant: 'demo', site: 'riverside', groupId: id };
}, LONG_MS);
afterAll(() => database.dispose(), LONG_MS);

/** A store in memory. `beforeRemoving` is called with each key. */
function setUp() {
  const { db } = database;
  const clock = () => now;
  const objects = new Map<string, Buffer>();
  const on = { beforeRemoving: async (_key: string) => {} };
  const store: ObjectStore = {
    uploadForm: async () => ({ url: '', fields: {} }),
    read: async (key) => objects.get(key),
    write: async (key, bytes) => void objects.set(key, bytes),
    async remove(key) {
      await on.beforeRemoving(key);
      objects.delete(key);
    },
  };
  const media = createGroupMedia({ db, store, clock, removalClock: clock });
  const layouts = createGroupLayouts({ db, media });
  const rows = createPictureRows(db, clock, clock);
  async function picture(): Promise<string> {
    const key = `backgrounds/demo/${group.groupId}/${randomUUID()}`;
    await rows.keepPicture(group, key, { contentType: 'image/webp', sizeBytes: 1 });
    await store.write(key, Buffer.alloc(1), 'image/webp');
    return key;
  }
  const show = (backgroundImageKey: string | null) =>
    layouts.save(group, { settings: { gridLayout: { backgroundImageKey } } });
  const isRead = async (key: string) => (await media.read('demo', key)) !== undefined;
  return { media, objects, on, picture, show, isRead };
}

it('keeps a picture that somebody begins to show while others are removed', async () => {
  const { media, objects, on, picture, show, isRead } = setUp();
  const keys = [await picture(), await picture(), await picture()];
  now += HOUR_MS + 1;
  let shown: string | undefined;
  on.beforeRemoving = async (removed) => {
    if (shown !== undefined) return;
    shown = keys.find((key) => key !== removed) ?? '';
    await show(shown);
  };
  await media.sweep();
  expect([...objects.keys()]).toEqual([shown]);
  expect(await isRead(shown ?? '')).toBe(true);
  await show(null);
  expect(objects.size).toBe(0);
});

it('removes the others where one cannot be removed, says so, and tries that again', async () => {
  const { media, objects, on, picture, show, isRead } = setUp();
  const [first, second, third] = [await picture(), await picture(), await picture()];
  now += HOUR_MS + 1;
  on.beforeRemoving = async (key) => {
    if (key !== third) throw new Error('The store does not answer.');
  };
  await expect(media.sweep()).rejects.toThrow('2 images could not be removed');
  expect([...objects.keys()].sort()).toEqual([first, second].sort());
  // One that is on its way out is not shown any more.
  await show(first);
  expect(await isRead(first)).toBe(false);
  on.beforeRemoving = async () => {};
  await media.sweep();
  expect(objects.size).toBe(0);
});

it('saves a layout also where the former picture cannot be removed at once', async () => {
  const { media, objects, on, picture, show, isRead } = setUp();
  const [first, second] = [await picture(), await picture()];
  await show(first);
  on.beforeRemoving = async () => {
    throw new Error('The store does not answer.');
  };
  await show(second);
  expect([await isRead(first), await isRead(second)]).toEqual([false, true]);
  on.beforeRemoving = async () => {};
  await media.sweep();
  expect([...objects.keys()]).toEqual([second]);
});
