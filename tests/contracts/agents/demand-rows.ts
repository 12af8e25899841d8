/** Demands: pictures and records, on demand alone, and only as much as is demanded. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentRow } from './agent-row.ts';
import type { ClassTutor, HeardPicture } from './class-tutor.ts';
import { eventually } from './eventually.ts';

const SMALL = { quality: 30, width: 320, height: 180 };

const pictures = (tutor: ClassTutor, count: number): Promise<readonly HeardPicture[]> =>
  eventually(
    `${count} pictures`,
    () => tutor.pictures(),
    (list) => list.length >= count,
    20_000,
  );

/** Rejects if a picture arrives in a time in which several would. One may have been on its way. */
async function noMorePictures(tutor: ClassTutor): Promise<void> {
  await tutor.ask('ping');
  await sleep(300);
  const before = tutor.pictures().length;
  await sleep(1_500);
  assert.equal(tutor.pictures().length, before);
}

function assertPicture({ bytes, contentType, width, height }: HeardPicture, most: typeof SMALL): void {
  const isJpeg = bytes.subarray(0, 2).toString('hex') === 'ffd8';
  assert.ok(contentType === 'image/jpeg' ? isJpeg : contentType === 'image/webp', contentType);
  assert.ok(width <= most.width && height <= most.height, `${width} × ${height}`);
}

export const demandRows: readonly AgentRow[] = [
  {
    name: 'an agent describes itself and its state when a tutor demands it',
    needs: [],
    async run(tutor) {
      await tutor.demand('info');
      await tutor.demand('statuses');
      const info = await tutor.record('info');
      assert.equal(info.device.hostname, tutor.hostname);
      assert.ok(info.user);
      const statuses = await tutor.record('statuses');
      assert.deepEqual(statuses.lockSources, { action: false, policy: false });
    },
  },
  {
    name: 'an agent sends pictures at the demanded size and pace, until the tutor leaves',
    needs: ['pictures'],
    async run(tutor) {
      await tutor.demand('thumbnails', { frequency: 1_000, parameters: SMALL });
      const received = await pictures(tutor, 5);
      for (const picture of received) assertPicture(picture, SMALL);
      // The first picture answers the demand at once, and the others follow at their pace. On a busy machine
      // one may be late and the next one in time.
      const [first, , , , fifth] = received;
      const betweenMs = (fifth?.at ?? 0) - (first?.at ?? 0);
      assert.ok(betweenMs >= 2_500, `faster than demanded: ${betweenMs} ms`);
      await tutor.endDemands();
      await noMorePictures(tutor);
    },
  },
  {
    name: 'an agent sends no pictures for a demand that has expired',
    needs: ['pictures'],
    async run(tutor) {
      await tutor.demand('thumbnails', { frequency: 500, ttl: 1_500, parameters: SMALL });
      await pictures(tutor, 1);
      await tutor.ask('ping');
      await sleep(1_500);
      await noMorePictures(tutor);
    },
  },
  {
    name: 'an agent sends no pictures of a card that is out of view',
    needs: ['pictures', 'patchDemand'],
    async run(tutor) {
      await tutor.demand('thumbnails', { frequency: 500, parameters: SMALL });
      await pictures(tutor, 1);
      const patch = (visible: boolean) =>
        tutor.ask(
          'patchDemand',
          { clients: { [tutor.self.clientId]: { visible } }, source: 'suite' },
          { to: 'group' },
        );
      assert.equal((await patch(false)).ok, true);
      await noMorePictures(tutor);
      const before = tutor.pictures().length;
      await patch(true);
      await pictures(tutor, before + 1);
    },
  },
  {
    name: 'an agent sends a snapshot with the id of the action',
    needs: ['pictures', 'snapshot'],
    async run(tutor) {
      const id = await tutor.act('snapshot', { quality: 60 });
      const reply = await tutor.reply(id);
      assert.equal(reply.ok, true);
      const [picture] = await eventually(
        'the picture',
        () => tutor.pictures().filter(({ actionId }) => actionId === id),
        (list) => list.length > 0,
      );
      assert.deepEqual(reply.displays, [picture?.display]);
    },
  },
  {
    name: 'an agent shows the display that a tutor chooses',
    needs: ['pictures', 'two-displays', 'setThumbnailDisplay'],
    async run(tutor) {
      await tutor.demand('info');
      const { displays } = await tutor.record('info', (info) => info.displays.length > 1);
      const primary = displays.find((each) => each.primary);
      const other = displays.find((each) => !each.primary);
      await tutor.demand('thumbnails', { frequency: 500, parameters: SMALL });
      await pictures(tutor, 1);
      for (const display of [other, primary]) {
        assert.ok(display);
        assert.equal((await tutor.ask('setThumbnailDisplay', { displayId: display.id })).ok, true);
        await eventually(
          'the chosen display',
          () => tutor.pictures().at(-1)?.display,
          (id) => id === display.id,
        );
      }
    },
  },
  {
    name: 'an agent shows nothing while its student is private',
    needs: ['privacy', 'snapshot'],
    async run(tutor, { student }) {
      await tutor.demand('statuses');
      await tutor.demand('tabs');
      await tutor.demand('thumbnails', { frequency: 500, parameters: SMALL });
      try {
        await student.setPrivacy(true);
        await tutor.record('statuses', ({ privacy }) => privacy);
        await tutor.record('tabs', ({ tabs }) => tabs.length === 0);
        await noMorePictures(tutor);
        const reply = await tutor.ask('snapshot', { quality: 60 });
        assert.deepEqual([reply.ok, reply.code], [false, 'privacy']);
      } finally {
        await student.setPrivacy(false);
      }
      await tutor.record('statuses', ({ privacy }) => !privacy);
    },
  },
];
