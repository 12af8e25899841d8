import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeFileWorld, fakeTarget } from './fakes/fake-file-world.ts';
import { createFileExchange, type FileExchange } from './file-exchange.ts';
import { canSave } from './file-record.ts';
import type { KeptCollect } from './kept-collects.ts';

const ESSAY = { fileName: 'essay.docx', location: '%documents%', size: 10 };

let world: ReturnType<typeof createFakeFileWorld>;
let kept: Map<string, KeptCollect>;
let saved: string[];
let exchange: FileExchange;

const newExchange = () =>
  createFileExchange({
    ...world.deps,
    kept: {
      put: async (collect) => void kept.set(collect.key, collect),
      delete: async (key) => void kept.delete(key),
      claim: async () => [...kept.values()],
      close: async () => {},
    },
    save: (_, name) => void saved.push(name),
  });

beforeEach(() => {
  world = createFakeFileWorld();
  kept = new Map();
  saved = [];
  exchange = newExchange();
});

async function arrives(clientId: string) {
  await world.sent(clientId);
  const { events, expected } = await world.dials(clientId);
  for (const { id } of expected ?? []) events.fileEnded(id, 'done');
  events.ended('done');
  world.visitors.at(-1)?.leave('left');
  await world.clock.settle();
}
const savable = () => exchange.get().records.map(canSave);

describe('a collected file', () => {
  const class7a = ['a', 'b'].map((clientId) => ({ target: fakeTarget(clientId), file: ESSAY }));

  test('says whose it is where several devices hand in', async () => {
    exchange.collect(class7a);
    for (const clientId of ['a', 'b']) await arrives(clientId);
    expect(saved).toEqual(['Student a - essay.docx', 'Student b - essay.docx']);
  });

  test('says so also when it went on after a reload', async () => {
    exchange.collect(class7a);
    await world.clock.settle();
    exchange = newExchange();
    await exchange.restore();
    expect(exchange.get().records).toMatchObject([{ state: { name: 'resumable' } }, {}]);
    exchange.resume(exchange.get().records.map(({ id }) => id));
    await world.clock.settle();
    await arrives('b');
    expect(saved).toEqual(['Student b - essay.docx']);
  });

  test('can be saved again until its copy is dropped, which that puts off', async () => {
    exchange.collect([{ target: fakeTarget('a'), file: ESSAY }]);
    expect(savable()).toEqual([false]);
    await arrives('a');
    expect(savable()).toEqual([true]);
    const ids = exchange.get().records.map(({ id }) => id);
    await world.clock.advance(599_000);
    exchange.save(ids);
    await world.clock.settle();
    expect(saved).toEqual(['essay.docx', 'essay.docx']);
    await world.clock.advance(599_000);
    expect([world.discarded, savable()]).toEqual([[], [true]]);
    await world.clock.advance(1_000);
    expect([world.discarded, savable()]).toEqual([ids, [false]]);
    exchange.save(ids);
    await world.clock.settle();
    expect(saved).toHaveLength(2);
    expect(exchange.get().records).toMatchObject([{ state: { name: 'finished' } }]);
  });

  test('is not offered any more where the browser has cleared it away', async () => {
    exchange.collect([{ target: fakeTarget('a'), file: ESSAY }]);
    await arrives('a');
    world.deps.chunks.open = async () => undefined;
    exchange.save(exchange.get().records.map(({ id }) => id));
    await world.clock.settle();
    expect([saved, savable()]).toEqual([['essay.docx'], [false]]);
  });
});

test('a file that was sent cannot be saved', async () => {
  exchange.send([fakeTarget('a')], [new File(['1'], 'task.pdf')], '%downloads%');
  await world.sent('a');
  const { events, files } = await world.dials('a');
  events.fileEnded(files?.[0]?.id ?? '', 'done');
  events.ended('done');
  expect(exchange.get().records).toMatchObject([{ state: { name: 'finished' } }]);
  expect(savable()).toEqual([false]);
});
