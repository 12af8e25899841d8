import { expect, it, vi } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { ChannelHandle } from '#protocol/threads/chunks-worker.ts';
import { createChannelPair, type FakeChannel } from '../../src/protocol/transfer/fakes/channel-pair.ts';
import { CHUNK_BYTES } from '../../src/protocol/transfer/transfer.ts';
import { createChunkFiles } from './chunk-files.ts';
import { createChunkRuns } from './chunk-runs.ts';
import { createFakeFolder } from './fakes/fake-folder.ts';

function setUp() {
  const { folder } = createFakeFolder();
  const files = createChunkFiles({ folder: async () => folder, now: () => 0, keepsWhole: false });
  const handles = new Map<ChannelHandle, FakeChannel>();
  const clock = createFakeClock();
  const runs = createChunkRuns({
    files,
    clock,
    channelOf: (handle) => handles.get(handle) ?? createChannelPair().left,
  });
  const handleOf = (channel: FakeChannel) => {
    const handle = {} as ChannelHandle;
    handles.set(handle, channel);
    return handle;
  };
  return { runs, handleOf, clock };
}

const CHUNKS = 5;
const film = () => new Blob([new Uint8Array(CHUNKS * CHUNK_BYTES).map((_, at) => (at * 31) >> 8)]);
const expected = [{ id: 'a', key: 'k', maxBytes: CHUNKS * CHUNK_BYTES }];

/** What this end has said of a kind. */
const said = (channel: FakeChannel, type: string) =>
  channel.sent
    .map((message) => (typeof message === 'string' ? JSON.parse(message) : {}))
    .filter((message) => message.type === type);
/** Of the messages that carry content. */
const framesOf = (channel: FakeChannel) => channel.sent.filter((message) => typeof message !== 'string');

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

it('a run that is over says what it refused', async () => {
  const { runs, handleOf } = setUp();
  const pair = createChannelPair();
  const run = runs.receive('r', handleOf(pair.right), expected, events());
  pair.right.deliver('no message');
  pair.right.deliver(new Uint8Array([9]));
  pair.cut();
  expect(await run).toEqual({ malformed: 2 });
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

/** Messages that carry content, for each chunk. */
const FRAMES_OF_CHUNK = 3;

/** Sends the film until so many chunks are acknowledged: no later one arrives, and the channel stays open. */
async function sendUntil({ runs, handleOf }: ReturnType<typeof setUp>, acknowledged: number) {
  const pair = createChannelPair();
  const told = events();
  let frames = 0;
  pair.tamper((message) => {
    if (typeof message !== 'string') frames += 1;
    return frames > acknowledged * FRAMES_OF_CHUNK ? undefined : message;
  });
  const receiving = runs.receive('r1', handleOf(pair.right), expected, told);
  const sending = runs.send('s1', handleOf(pair.left), [sent()], events());
  await vi.waitFor(() => expect(said(pair.right, 'ack').at(-1)).toMatchObject({ chunks: acknowledged }));
  return { pair, told, receiving, sending };
}

const sent = () => ({ id: 'a', file: film(), name: 'film.mp4', version: '1' });

/** The rest over another channel; resolves with what each end said. */
async function sendRest({ runs, handleOf }: ReturnType<typeof setUp>) {
  const pair = createChannelPair();
  const received = runs.receive('r2', handleOf(pair.right), expected, events());
  await Promise.all([received, runs.send('s2', handleOf(pair.left), [sent()], events())]);
  return pair;
}

it('goes on after a cut from the last chunk that was acknowledged, though nothing had been flushed', async () => {
  const world = setUp();
  const first = await sendUntil(world, 2);
  first.pair.cut();
  await Promise.all([first.receiving, first.sending]);
  const second = await sendRest(world);
  const [want] = said(second.right, 'want');
  expect(want.have).toBeGreaterThanOrEqual(2);
  expect(framesOf(second.left)).toHaveLength((CHUNKS - want.have) * FRAMES_OF_CHUNK);
  const whole = await world.runs.open('k');
  expect(
    Buffer.from((await whole?.arrayBuffer()) ?? new ArrayBuffer()).equals(
      Buffer.from(await film().arrayBuffer()),
    ),
  ).toBe(true);
});

it('lets go of a file that is sent anew while an earlier attempt has not noticed that it was given up', async () => {
  const world = setUp();
  const first = await sendUntil(world, 2);
  first.pair.fallSilent();
  const rest = sendRest(world);
  await vi.waitFor(() => expect(first.told.fileEnded).toHaveBeenCalledExactlyOnceWith('a', 'broken'));
  // Its last word is not answered.
  world.clock.jump(1_000);
  expect(said((await rest).right, 'want')[0].have).toBeGreaterThanOrEqual(2);
  first.pair.cut();
  await Promise.all([first.receiving, first.sending]);
  expect(await world.runs.counts()).toMatchObject({ runs: 0, openFiles: 0 });
});

it('one file of several that failed may come anew while the others go on', async () => {
  const { runs, handleOf } = setUp();
  const pair = createChannelPair();
  const told = events();
  const both = [
    { id: 'a', key: 'k', maxBytes: 9 },
    { id: 'b', key: 'l', maxBytes: 9 },
  ];
  const receiving = runs.receive('r1', handleOf(pair.right), both, told);
  const files = ['a', 'b'].map((id) => ({ id, file: new Blob(['text']), name: id, version: '1' }));
  pair.tamper((message) => {
    if (said(pair.right, 'want').length > 1) return undefined;
    return typeof message === 'string' ? message.replace(/"digest":"[0-9a-f]{2}/, '"digest":"00') : message;
  });
  const sending = runs.send('s1', handleOf(pair.left), files, events());
  await vi.waitFor(() => expect(said(pair.right, 'want')).toHaveLength(2));
  expect(told.fileEnded.mock.calls).toEqual([['a', 'bad-hash']]);
  const other = createChannelPair();
  const wanted = [{ id: 'a', key: 'k', maxBytes: 9 }];
  await Promise.all([
    runs.receive('r2', handleOf(other.right), wanted, events()),
    runs.send('s2', handleOf(other.left), files.slice(0, 1), events()),
  ]);
  expect(await (await runs.open('k'))?.text()).toBe('text');
  expect(told.ended).not.toHaveBeenCalled();
  pair.cut();
  await Promise.all([receiving, sending]);
});

it('tells its page that the sender works, where no byte moves', async () => {
  const { runs, handleOf } = setUp();
  const { left, right, cut } = createChannelPair();
  const told = { ...events(), working: vi.fn() };
  const run = runs.receive('r', handleOf(right), [{ id: 'a', key: 'k', maxBytes: 9 }], told);
  left.send('{"type":"working"}');
  await vi.waitFor(() => expect(told.working).toHaveBeenCalledOnce());
  cut();
  await run;
});
