import { expect, it } from 'vitest';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import type { TransferEvents } from '#protocol/transfer/transfer-run.ts';
import { MAX_RECEIVED, type Person, type Received } from '../page-memory.ts';
import { createPageFiles } from './page-files.ts';

type Run = { runId: string; events: TransferEvents; said: unknown };

const MIA = { name: 'Mia' };

function fakeFiles({
  picked,
  earlier,
  person = MIA,
  parts = [],
}: {
  picked?: File;
  earlier?: Received;
  person?: Person;
  parts?: readonly string[];
} = {}) {
  const runs: Run[] = [];
  const stops: string[] = [];
  const discarded: string[] = [];
  const retained: (readonly string[])[] = [];
  const chunks: Parameters<typeof createPageFiles>[0]['chunks'] = {
    receive: (runId, _, said, events) => void runs.push({ runId, events, said }),
    send: (runId, _, said, events) => void runs.push({ runId, events, said }),
    async stop(runId, how) {
      stops.push(how);
      runs.find((run) => run.runId === runId)?.events.ended(how === 'pause' ? 'broken' : 'cancelled');
    },
    open: async () => undefined,
    kept: async () => new Map(parts.map((key) => [key, 1])),
    async discard(key) {
      discarded.push(key);
    },
    async retain(keys) {
      retained.push(keys);
    },
    end: () => {},
  };
  let kept = earlier;
  const received = {
    get: () => kept,
    set: (next: Received | undefined) => {
      kept = next;
    },
  };
  let ids = 0;
  const files = createPageFiles({
    chunks,
    memory: { received },
    person,
    find: () => picked,
    now: () => 7,
    newId: () => `run-${++ids}`,
  });
  return { files, runs, stops, discarded, retained, kept: () => kept };
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
  expect(kept()).toEqual({ person: MIA, files: [{ key: 'f1', name: 'a.txt', size: 10, at: 7 }] });
});

const earlierFiles = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ key: `old-${at}`, name: 'a.txt', size: 1, at }));

it('finds what came before a reload', () => {
  const { files, discarded } = fakeFiles({ earlier: { person: MIA, files: earlierFiles(2) } });
  expect(files.kept.get()).toEqual(earlierFiles(2));
  expect(discarded).toEqual([]);
});

it.each<Person>([{ name: 'Noa' }, { name: 'Mia', email: 'other@school.example' }])(
  'shows nobody what somebody else got at the same browser: %j',
  (person) => {
    const { files, discarded, kept } = fakeFiles({
      person,
      earlier: { person: MIA, files: earlierFiles(2) },
    });
    expect(files.kept.get()).toEqual([]);
    expect([discarded, kept()]).toEqual([['old-0', 'old-1'], undefined]);
  },
);

it('names what goes with a student who leaves: what was not saved, and what is still coming', () => {
  const { files } = fakeFiles({ earlier: { person: MIA, files: earlierFiles(2) } });
  files.noteSaved('old-0');
  expect(files.unsaved()).toEqual(['a.txt']);
  files.receive(channel, coming);
  expect(files.unsaved().length).toBeGreaterThan(1);
});

it('leaves nothing of a student who leaves, nor of what arrives in that moment', async () => {
  const { files, runs, discarded, kept } = fakeFiles({ earlier: { person: MIA, files: earlierFiles(1) } });
  files.receive(channel, coming);
  const forgotten = files.forget();
  expect([files.kept.get(), files.rows.get(), kept()]).toEqual([[], [], undefined]);
  await forgotten;
  expect(discarded).toEqual(['old-0', 'f1']);
  runs[0]?.events.fileEnded('f1', 'done');
  expect([files.kept.get(), kept(), discarded.at(-1)]).toEqual([[], undefined, 'f1']);
  expect(discarded).toHaveLength(3);
});

it('leaves no part of a file that no list names when the student leaves', async () => {
  const { files, discarded, retained } = fakeFiles({ parts: ['broke-off'] });
  await files.forget();
  expect(discarded).toEqual(['broke-off']);
  expect(retained).toEqual([[]]);
});

it('says once which files it lists: others that are whole are nobody’s', () => {
  const { files, retained } = fakeFiles({ earlier: { person: MIA, files: earlierFiles(1) } });
  expect(retained).toEqual([]);
  files.receive(channel, coming);
  files.receive(channel, { ...coming, files: [{ id: 'f2', name: 'b.txt', size: 1 }] });
  expect(retained).toEqual([['old-0', 'f1']]);
});

it('keeps the newest where there are more than it lists', () => {
  const earlier = { person: MIA, files: earlierFiles(MAX_RECEIVED) };
  const { files, runs, discarded, kept } = fakeFiles({ earlier });
  files.receive(channel, coming);
  runs[0]?.events.fileEnded('f1', 'done');
  expect(kept()?.files).toHaveLength(MAX_RECEIVED);
  expect([kept()?.files[0]?.key, kept()?.files.at(-1)?.key]).toEqual(['old-1', 'f1']);
  expect(files.kept.get()).toEqual(kept()?.files);
  expect(discarded).toEqual(['old-0']);
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

it('does not let the last words of an attempt that was given up end the next one', () => {
  const { files, runs, stops } = fakeFiles();
  files.receive(channel, coming);
  files.receive(channel, coming);
  runs[1]?.events.progress('f1', 6);
  runs[0]?.events.fileEnded('f1', 'broken');
  runs[0]?.events.ended('broken');
  expect(files.rows.get()).toEqual([{ key: 'f1', direction: 'in', name: 'a.txt', size: 10, bytes: 6 }]);
  files.cancel('f1');
  expect(stops).toEqual(['discard']);
  expect(files.rows.get()).toMatchObject([{ end: 'cancelled' }]);
});

const listing = (...ids: string[]) => ({
  ...coming,
  files: ids.map((id) => ({ id, name: `${id}.txt`, size: 10 })),
});

it('refuses what the student removed while its call was broken, until the tutor sends it anew', async () => {
  const { files, runs, discarded } = fakeFiles();
  files.receive(channel, listing('f1', 'f2'));
  for (const id of ['f1', 'f2']) runs[0]?.events.fileEnded(id, 'broken');
  runs[0]?.events.ended('broken');
  await files.remove('f1');
  const again = files.receive(channel, listing('f1', 'f2'));
  expect(await again.ended).toBe('refused');
  expect(runs).toHaveLength(1);
  expect(files.rows.get()).toMatchObject([{ key: 'f2', end: 'cancelled' }]);
  expect(discarded).toEqual(['f1', 'f2']);
  files.receive(channel, { ...listing('f1'), reference: 'another action' });
  expect(runs[1]?.said).toEqual([{ id: 'f1', key: 'f1', maxBytes: 10 }]);
  expect(files.rows.get()).toMatchObject([{ key: 'f2' }, { key: 'f1', bytes: 0 }]);
});

it('takes the rest of a sending of which the student removed a file that had come', async () => {
  const { files, runs, kept } = fakeFiles();
  files.receive(channel, listing('f1', 'f2'));
  runs[0]?.events.fileEnded('f1', 'done');
  await files.remove('f1');
  runs[0]?.events.ended('broken');
  files.receive(channel, listing('f1', 'f2'));
  expect(runs[1]?.said).toEqual([{ id: 'f2', key: 'f2', maxBytes: 10 }]);
  expect(files.rows.get()).toMatchObject([{ key: 'f2' }]);
  expect(kept()).toBeUndefined();
});

it('hands in no more what the student removed while its call was broken', async () => {
  const { files, runs } = fakeFiles({ picked: new File(['hello'], 'essay.txt') });
  const listed = { fileName: 'essay.txt', location: '%downloads%', size: 5 };
  files.send(channel, { file: listed, reference: 'action' });
  runs[0]?.events.ended('broken');
  await files.remove('action');
  expect(await files.send(channel, { file: listed, reference: 'action' })?.ended).toBe('refused');
  expect([runs.length, files.rows.get()]).toEqual([1, []]);
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
  const { files, runs } = fakeFiles({
    picked: new File(['hello'], 'essay.txt', { lastModified: 3 }),
  });
  const transfer = files.send(channel, { file: listed, reference: 'action' });
  expect(runs[0]?.said).toMatchObject([{ id: 'action', name: 'essay.txt', version: '5-3' }]);
  runs[0]?.events.fileEnded('action', 'done');
  runs[0]?.events.ended('done');
  expect(await transfer?.ended).toBe('done');
  expect(files.rows.get()).toMatchObject([{ end: 'done', bytes: 5, direction: 'out' }]);
});
