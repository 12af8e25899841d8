import { expect, it } from 'vitest';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import type { ReceivedFile } from '../page-memory.ts';
import type { Chunks, ReceiveEvents } from './chunks-door.ts';
import { createPageFiles } from './page-files.ts';

type Run = { runId: string; events: Omit<ReceiveEvents, 'offered'>; said: unknown };

function fakeFiles(picked?: File) {
  const runs: Run[] = [];
  const stops: string[] = [];
  const chunks: Chunks = {
    async receive(runId, _, said, events) {
      runs.push({ runId, events, said });
    },
    async send(runId, _, said, events) {
      runs.push({ runId, events, said });
    },
    async stopRun(runId, how) {
      stops.push(how);
      runs.find((run) => run.runId === runId)?.events.ended(how === 'pause' ? 'broken' : 'cancelled');
    },
    open: async () => undefined,
    discard: async () => {},
    stop: () => {},
  };
  let kept: readonly ReceivedFile[] | undefined;
  const received = {
    get: () => kept,
    set: (next: readonly ReceivedFile[] | undefined) => {
      kept = next;
    },
  };
  let ids = 0;
  const files = createPageFiles({
    ...{ chunks, memory: { received }, find: () => picked, now: () => 7, newId: () => `run-${++ids}` },
  });
  return { files, runs, stops, kept: () => kept };
}
const channel = {} as RTCDataChannel;
const coming = { files: [{ id: 'f1', name: '../../a.txt', size: 10 }], folder: '', reference: 'action' };

it('shows how far a file is, and keeps it when it is whole', async () => {
  const { files, runs, kept } = fakeFiles();
  const { ended } = files.receive(channel, coming);
  expect(runs[0]?.said).toEqual([{ id: 'f1', key: 'f1', maxBytes: 10 }]);
  runs[0]?.events.progress('f1', 4);
  expect(files.rows.get()).toEqual([{ key: 'f1', direction: 'in', name: 'a.txt', size: 10, bytes: 4 }]);
  runs[0]?.events.fileEnded('f1', 'done');
  runs[0]?.events.ended('done');
  expect(await ended).toBe('done');
  expect(files.rows.get()).toEqual([]);
  expect(kept()).toEqual([{ key: 'f1', name: 'a.txt', size: 10, at: 7 }]);
});

it('goes on in the same line when a broken transfer is tried again', async () => {
  const { files, runs } = fakeFiles();
  const first = files.receive(channel, coming);
  runs[0]?.events.progress('f1', 6);
  runs[0]?.events.fileEnded('f1', 'broken');
  runs[0]?.events.ended('broken');
  expect(await first.ended).toBe('broken');
  expect(files.rows.get()).toMatchObject([{ end: 'broken', bytes: 6 }]);
  files.receive(channel, coming);
  expect(files.rows.get()).toHaveLength(1);
  expect(files.rows.get()[0]).toMatchObject({ bytes: 6 });
  expect(files.rows.get()[0]).not.toHaveProperty('end');
});

it('tells the tutor that the student did not want it', async () => {
  const { files, stops } = fakeFiles();
  const { ended } = files.receive(channel, coming);
  files.cancel('f1');
  expect(await ended).toBe('refused');
  expect(stops).toEqual(['discard']);
  expect(files.rows.get()).toMatchObject([{ end: 'cancelled' }]);
});

it.each<TransferEnd>(['disk-full', 'bad-hash', 'silent'])(
  'says of each file why it ended: %s',
  async (end) => {
    const { files, runs } = fakeFiles();
    const { ended } = files.receive(channel, coming);
    runs[0]?.events.ended(end);
    expect(await ended).toBe(end);
    expect(files.rows.get()).toMatchObject([{ end }]);
  },
);

it('sends what the student picked, and nothing else', async () => {
  const listed = { fileName: 'essay.txt', location: '%downloads%', size: 5 };
  expect(fakeFiles().files.send(channel, { file: listed, reference: 'action' })).toBeUndefined();
  const { files, runs } = fakeFiles(new File(['hello'], 'essay.txt', { lastModified: 3 }));
  const transfer = files.send(channel, { file: listed, reference: 'action' });
  expect(runs[0]?.said).toMatchObject([{ id: 'action', name: 'essay.txt', version: '5-3' }]);
  runs[0]?.events.fileEnded('action', 'done');
  runs[0]?.events.ended('done');
  expect(await transfer?.ended).toBe('done');
  expect(files.rows.get()).toMatchObject([{ end: 'done', bytes: 5, direction: 'out' }]);
});
