/**
 * This tab's inventory worker: started when a screen first shows the inventory, and ended some time after the
 * last such screen has closed, or immediately when the session ends.
 */
import { AppError } from '#protocol/app-error.ts';
import type { Clock } from '#protocol/clock.ts';
import { createObservable, type Observable } from '#protocol/observable.ts';
import type {
  AskToken,
  DeviceSoftware,
  InstalledOn,
  InventoryQuery,
  InventoryReading,
  InventoryRow,
  InventorySlice,
  InventorySource,
  InventoryWorker,
} from '#protocol/threads/inventory-worker.ts';

export type InventoryClientDeps = {
  start(onFailed: () => void): { face: InventoryWorker; end(): void };
  /** Marks a function that the worker calls (a Comlink proxy). */
  proxy<T extends object>(value: T): T;
  source(): InventorySource;
  token: AskToken;
  /** Calls when the session ends; returns the stop. */
  onSessionEnd(listener: () => void): () => void;
  clock: Pick<Clock, 'after'>;
  idleMs: number;
};

/** Queries reject with `aborted` if the worker ends before it has answered. */
export type InventoryClient = {
  /** Keeps the worker running while attached; returns the detach. */
  attach(): () => void;
  reading: Observable<InventoryReading>;
  rows(query: InventoryQuery): Promise<InventorySlice>;
  /** All matching rows, without paging. */
  allRows(query: InventoryQuery): Promise<readonly InventoryRow[]>;
  ids(query: InventoryQuery): Promise<readonly string[]>;
  installedOn(table: 'programs' | 'drivers', id: string): Promise<readonly InstalledOn[]>;
  softwareOf(deviceId: string): Promise<DeviceSoftware | undefined>;
  /** These devices have sent a new inventory, or were deleted. */
  changed(deviceIds: readonly string[]): void;
  /** Reads the changes; after a failure of the worker, a new one reads everything. */
  refresh(): void;
  /** Ends the worker now. Attached screens receive nothing more from it. */
  end(): void;
};

const ended = () => new AppError('aborted', 'the inventory worker has ended');

const NOTHING_READ: InventoryReading = { name: 'reading', read: 0, total: undefined, version: 0 };

export function createInventoryClient(deps: InventoryClientDeps): InventoryClient {
  type Running = { face: InventoryWorker; stop(): void; whenEnded: Promise<never> };
  const reading = createObservable(NOTHING_READ);
  let running: Running | undefined;
  let attached = 0;
  /** The session has ended; a screen that is still mounted must not start another worker. */
  let isOver = false;
  let cancelIdle = () => {};

  function end(): void {
    cancelIdle();
    running?.stop();
    running = undefined;
    reading.set(NOTHING_READ);
  }

  function failed(): void {
    end();
    reading.set({ ...NOTHING_READ, name: 'failed', code: 'server' });
  }

  function start(): Running {
    let rejectEnded: (error: AppError) => void = () => {};
    const whenEnded = new Promise<never>((_, reject) => {
      rejectEnded = reject;
    });
    whenEnded.catch(() => {});
    const worker = deps.start(failed);
    const stopListening = deps.onSessionEnd(() => {
      isOver = true;
      end();
    });
    const mine: Running = {
      face: worker.face,
      whenEnded,
      stop() {
        stopListening();
        worker.end();
        rejectEnded(ended());
      },
    };
    const onReading = (next: InventoryReading) => {
      if (running === mine) reading.set(next);
    };
    mine.face
      .open(deps.source(), deps.proxy(deps.token), deps.proxy(onReading))
      .catch((error: unknown) => console.warn('[inventory] the worker', error));
    return mine;
  }

  const use = (): Running => {
    running ??= start();
    return running;
  };

  function question<T>(ask: (face: InventoryWorker) => Promise<T>): Promise<T> {
    if (running === undefined && (isOver || attached === 0)) return Promise.reject(ended());
    const { face, whenEnded } = use();
    return Promise.race([ask(face), whenEnded]);
  }

  const send = (call: (face: InventoryWorker) => Promise<void>) => {
    question(call).catch(() => {});
  };

  return {
    reading,
    attach() {
      cancelIdle();
      attached += 1;
      isOver = false;
      // The worker received no change notifications while no screen was attached.
      if (running !== undefined && attached === 1) send((face) => face.refresh());
      use();
      let isAttached = true;
      return () => {
        if (!isAttached) return;
        isAttached = false;
        attached -= 1;
        if (attached === 0) cancelIdle = deps.clock.after(deps.idleMs, end);
      };
    },
    rows: (query) => question((face) => face.rows(query)),
    async allRows(query) {
      const all = { ...query, page: 1, perPage: Number.MAX_SAFE_INTEGER };
      return (await question((face) => face.rows(all))).rows;
    },
    ids: (query) => question((face) => face.ids(query)),
    installedOn: (table, id) => question((face) => face.installedOn(table, id)),
    softwareOf: (deviceId) => question((face) => face.softwareOf(deviceId)),
    changed(deviceIds) {
      if (running && deviceIds.length > 0) send((face) => face.changed([...deviceIds]));
    },
    refresh() {
      if (running) send((face) => face.refresh());
      // A new worker reads everything.
      else if (attached > 0 && !isOver) use();
    },
    end,
  };
}
