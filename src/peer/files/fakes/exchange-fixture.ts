/** The file exchange of a tab over the fake world, with the steps that most tests need. */
import { createFileExchange, type FileExchangeDeps } from '../file-exchange.ts';
import type { FileRecord } from '../file-record.ts';
import type { KeptCollect } from '../kept-collects.ts';
import { createFakeFileWorld, type FakeRun, fakeTarget } from './fake-file-world.ts';

export const ESSAY = { fileName: 'essay.docx', location: '%documents%', size: 10 };
export const task = () => new File(['12345'], 'task.pdf');

export function setUpExchange() {
  /** File names in each zip. */
  const zipped: string[][] = [];
  const zip: FileExchangeDeps['zip'] = async (files, onFile) => {
    for (const at of files.keys()) onFile(at);
    zipped.push(files.map(({ name }) => name));
    return new Blob();
  };
  const world = Object.assign(createFakeFileWorld(), { zip });
  const kept = new Map<string, KeptCollect>();
  /** Names of the files passed to the browser, in order. */
  const saved: string[] = [];
  const newExchange = () =>
    createFileExchange({
      ...world.deps,
      kept: {
        put: async (collect) => void kept.set(collect.key, collect),
        delete: async (key) => void kept.delete(key),
        claim: async () => [...kept.values()],
        close: async () => {},
      },
      zip: (files, onFile) => world.zip(files, onFile),
      save: (_, name) => void saved.push(name),
    });
  let exchange = newExchange();

  const records = () => exchange.get().records;
  return {
    world,
    kept,
    saved,
    zipped,
    exchange,
    records,
    /** A new exchange over the stored entries, as after a page load; `records` then returns its records. */
    loadAnew() {
      exchange = newExchange();
      return exchange;
    },
    /** Reloads the tab regularly. */
    async reload() {
      await exchange.end();
      exchange = newExchange();
      await exchange.restore();
      await world.clock.settle();
      return exchange;
    },
    states: () => records().map(({ state }) => state.name),
    ids: () => records().map(({ id }) => id),
    /** The only record of a test. */
    only(): FileRecord {
      const [record] = records();
      if (!record) throw new Error('no record');
      return record;
    },
    /** Collects the essay of device `a`. */
    collect: () => exchange.collect([{ target: fakeTarget('a'), file: ESSAY }]),
    /** The device has received the request, and dials. */
    async connect(clientId: string): Promise<FakeRun> {
      await world.sent(clientId);
      return world.dials(clientId);
    },
    /** All data of a run has arrived, and the device hangs up. */
    async finish({ events, files, expected }: FakeRun) {
      for (const { id } of files ?? expected ?? []) events.fileEnded(id, 'done');
      events.ended('done');
      world.visitors.at(-1)?.leave('left');
      await world.clock.settle();
    },
  };
}
