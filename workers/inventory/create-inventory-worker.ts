/** `InventoryWorker` without its thread: reads the inventory of a site, caches it and answers the tab. */
import { type AppErrorCode, isAppError } from '#protocol/app-error.ts';
import type { Clock } from '#protocol/clock.ts';
import type { Fetch } from '#protocol/json-request.ts';
import type { InventoryWorker } from '#protocol/threads/inventory-worker.ts';
import { readDeviceRecord } from './device-record.ts';
import { createInventoryModel } from './inventory-model.ts';
import { createInventoryRows } from './inventory-rows.ts';
import { createInventorySource, type InventoryReader } from './inventory-source.ts';
import type { KeptCopy } from './kept-copy.ts';
import { createReadingReport } from './reading-report.ts';

export type InventoryWorkerDeps = {
  fetch: Fetch;
  openCopy(owner: string): KeptCopy;
  clock: Pick<Clock, 'after' | 'now'>;
};

/** Requests that fail with these codes are retried, after the delays below. */
const PASSING: ReadonlySet<AppErrorCode> = new Set(['unreachable', 'server']);
const RETRY_DELAYS_MS = [1_000, 4_000, 10_000];
/** After these errors the tutor may no longer see the inventory. */
const REFUSED: ReadonlySet<AppErrorCode> = new Set(['forbidden', 'conflict', 'unauthorized']);

async function retrying(read: () => Promise<void>, clock: Pick<Clock, 'after'>): Promise<void> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await read();
    } catch (error) {
      if (!isAppError(error) || !PASSING.has(error.code)) throw error;
      await new Promise<void>((resolve) => clock.after(delayMs, resolve));
    }
  }
  return read();
}

type Read = (from: InventoryReader) => Promise<void>;

export function createInventoryWorker({ fetch, openCopy, clock }: InventoryWorkerDeps): InventoryWorker {
  let model = createInventoryModel();
  let rows = createInventoryRows(model);
  /** Added to the model's version, so that versions keep rising when a copy replaces the empty model. */
  let versionBefore = 0;
  let source: InventoryReader | undefined;
  let copy: KeptCopy | undefined;
  /** Runs one read after the other. */
  let work: Promise<void> = Promise.resolve();
  const report = createReadingReport(clock, () => versionBefore + model.version());

  function take(records: readonly unknown[]): void {
    for (const value of records) {
      const record = readDeviceRecord(value);
      if (record) model.put(record);
    }
  }

  /** Reads everything, in pages of the platform's largest size. */
  async function readAll(from: InventoryReader): Promise<void> {
    const ids = from.updatedTimes().then((times) => {
      report.update({ total: times.size });
      return [...times.keys()];
    });
    let read = 0;
    const takeCounted = (records: readonly unknown[]) => {
      take(records);
      read += records.length;
      report.update({ read });
    };
    await from.pages(ids, takeCounted);
    const known = model.updatedTimes();
    const pushedOut = (await ids).filter((id) => !known.has(id));
    await from.records(pushedOut, takeCounted);
  }

  /** Reads the changed devices, and removes the deleted ones. */
  async function readChanges(from: InventoryReader): Promise<void> {
    const before = model.updatedTimes();
    const times = await from.updatedTimes();
    for (const id of before.keys()) if (!times.has(id)) model.remove(id);
    const changed = [...times].flatMap(([id, updated]) => (before.get(id) === updated ? [] : [id]));
    let read = times.size - changed.length;
    report.update({ read, total: times.size });
    await from.records(changed, (records, ids) => {
      take(records);
      read += ids.length;
      report.update({ read });
    });
  }

  /** Reports the error. If access was refused, also deletes the inventory here and in the local copy. */
  async function fail(error: unknown): Promise<void> {
    const code = isAppError(error) ? error.code : 'malformed';
    console.warn('[inventory] could not be read', error);
    if (REFUSED.has(code)) {
      model.clear();
      await copy?.forget().catch(() => {});
    }
    report.update({ name: 'failed', code });
  }

  /** `isWhole`: the read covers all changes, not only some devices. */
  function enqueue(read: Read, { isWhole } = { isWhole: true }): Promise<void> {
    work = work.then(async () => {
      if (!source) return;
      const from = source;
      const versionThen = model.version();
      report.update({ name: 'reading', code: undefined });
      try {
        await retrying(() => read(from), clock);
      } catch (error) {
        await fail(error);
        return;
      }
      const { size } = model.updatedTimes();
      report.update({ name: 'read', read: size, total: size, ...(isWhole && { keptAt: undefined }) });
      if (model.version() === versionThen && !(isWhole && copy?.isOld())) return;
      await copy
        ?.write(model.snapshot(), { isWhole })
        .catch((error: unknown) => console.warn('[inventory] not kept', error));
    });
    return work;
  }

  /** Opens the rows from the local copy. Returns false if there is none. */
  async function openFromCopy(): Promise<boolean> {
    const kept = await copy?.read().catch((error: unknown): undefined => {
      console.warn('[inventory] what is kept could not be read', error);
    });
    if (!kept) return false;
    versionBefore += model.version() + 1;
    model = createInventoryModel(kept.snapshot);
    rows = createInventoryRows(model);
    report.update({ read: 0, keptAt: kept.keptAt });
    return true;
  }

  return {
    async open(at, token, onReading) {
      report.listen(onReading);
      source = createInventorySource(fetch, at, token);
      copy = openCopy(at.owner);
      await enqueue((await openFromCopy()) ? readChanges : readAll);
    },
    refresh: () => enqueue(readChanges),
    changed: (deviceIds) =>
      enqueue(
        (from) =>
          from.records(deviceIds, (records, ids) => {
            for (const id of ids) model.remove(id);
            take(records);
          }),
        { isWhole: false },
      ),
    rows: async (query) => rows.slice(query),
    ids: async (query) => rows.ids(query),
    installedOn: async (table, id) => model.installedOn(table, id),
    softwareOf: async (deviceId) => model.softwareOf(deviceId),
  };
}
