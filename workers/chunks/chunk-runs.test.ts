import { expect, it, vi } from 'vitest';
import type { ChannelHandle } from '#protocol/chunks-worker.ts';
import { createChannelPair, type FakeChannel } from '../../src/protocol/transfer/fakes/channel-pair.ts';
import { createHandClock } from '../../src/protocol/transfer/fakes/hand-clock.ts';
import { createChunkFiles } from './chunk-files.ts';
import { createChunkRuns } from './chunk-runs.ts';
import { createFakeFolder } from './fakes/fake-folder.ts';

function setUp() {
  const { folder } = createFakeFolder();
  const files = createChunkFiles({ folder: async () => folder, now: () => 0 });
  const handles = new Map<ChannelHandle, FakeChannel>();
  const runs = createChunkRuns({
    files,
    clock: createHandClock(),
    channelOf: (handle) => handles.get(handle) ?? createChannelPair().left,
  });
  const handleOf = (channel: FakeChannel) => {
    const handle = {} as ChannelHandle;
    handles.set(handle, channel);
    return handle;
  };
  return { runs, handleOf };
}

const events = () => ({ progress: vi.fn(), fileEnded: vi.fn(), ended: vi.fn(), offered: vi.fn() });

it('several runs go on at once, and nothing is open afterwards', async () => {
  const { runs, handleOf } = setUp();
  const content = ['first', 'second'];
  const all = content.flatMap((text, index) => {
    const { left, right } = createChannelPair();
    const id = `f${index}`;
    return [
      runs.receive(`r${index}`, handleOf(right), [{ id, key: `k${index}`, maxBytes: 100 }], events()),
      runs.send(
        `s${index}`,
        handleOf(left),
        [{ id, file: new Blob([text]), name: 'n', version: '1' }],
        events(),
      ),
    ];
  });
  expect(await runs.counts()).toMatchObject({ runs: 4, channels: 4 });
  await Promise.all(all);
  expect(await Promise.all(content.map(async (_, index) => (await runs.open(`k${index}`))?.text()))).toEqual(
    content,
  );
  await vi.waitFor(async () => expect(await runs.counts()).toEqual({ runs: 0, openFiles: 0, channels: 0 }));
});

it('a run is over when it was stopped, and may begin again under its name', async () => {
  const { runs, handleOf } = setUp();
  const told = events();
  const pair = createChannelPair();
  const expected = [{ id: 'a', key: 'k', maxBytes: 9 }];
  const run = runs.receive('r', handleOf(pair.right), expected, told);
  const again = runs.receive('r', handleOf(createChannelPair().right), [], events());
  await expect(again).rejects.toThrow('There is a run r already.');
  const stopped = runs.stop('r', 'cancel');
  expect(told.fileEnded).toHaveBeenCalledWith('a', 'cancelled');
  pair.cut();
  await Promise.all([stopped, run]);
  expect(told.ended).toHaveBeenCalledExactlyOnceWith('cancelled');
  const next = runs.receive('r', handleOf(pair.right), expected, events());
  await next;
});
