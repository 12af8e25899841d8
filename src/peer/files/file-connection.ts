/** One connection of a device, and the run of the chunks worker that uses it. */
import type { Clock } from '#protocol/clock.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import type { TransferEvents } from '#protocol/transfer/transfer-run.ts';
import type { PeerVisitor } from '../peer-visitor.ts';
import type { ChunkRuns } from './chunk-runs.ts';
import { type FileProblem, problemOfEnd } from './file-problem.ts';

/** The device hangs up first, within this time: its last acknowledgement may be on its way. */
export const HANG_UP_MS = 2_000;

/** Which files of a call are not over, and how far each is: over all connections of the call. */
export type OpenFiles = ReturnType<typeof createOpenFiles>;

export function createOpenFiles(fileIds: readonly string[]) {
  const open = new Set(fileIds);
  const bytesOf = new Map<string, number>();
  return {
    areOver: () => open.size === 0,
    has: (fileId: string) => open.has(fileId),
    /** False: there are no more than before. */
    noteBytes(fileId: string, bytes: number): boolean {
      const hasMoved = bytes > (bytesOf.get(fileId) ?? 0);
      bytesOf.set(fileId, bytes);
      return hasMoved;
    },
    /** False: it was over. */
    end: (fileId: string): boolean => open.delete(fileId),
  };
}

/** Nothing is called after the end of the connection. */
export type FileConnectionEvents = {
  /** The transfer got further. */
  moved(): void;
  progress(fileId: string, bytes: number): void;
  done(fileId: string): void;
  failed(fileId: string, problem: FileProblem): void;
  runEnded(how: TransferEnd): void;
  /** The device has hung up, and what it said last has had its time to come. */
  hungUp(): void;
};

export type FileConnection = {
  readonly id: string;
  /** The two sides have found each other. */
  isOpen(): boolean;
  opened(visitor: PeerVisitor): void;
  /** Listens to nothing any more. Returns the visitor, where there is one. */
  end(): PeerVisitor | undefined;
  /** Resolves when nothing of the run is written any more. */
  stopRun(how: 'cancel' | 'discard' | 'pause'): Promise<void>;
};

type State = { name: 'opening' } | { name: 'open'; visitor: PeerVisitor } | { name: 'over' };

export function startFileConnection(
  deps: { clock: Pick<Clock, 'after'>; chunks: ChunkRuns; newId(): string },
  connection: {
    id: string;
    files: OpenFiles;
    /** Hands the channel to the chunks worker. */
    run(run: { runId: string; events: TransferEvents }): void;
  },
  on: FileConnectionEvents,
): FileConnection {
  const { id, files } = connection;
  const runId = deps.newId();
  let state: State = { name: 'opening' };
  let stopGrace = () => {};
  const isOver = () => state.name === 'over';

  const events: TransferEvents = {
    progress(fileId, bytes) {
      if (isOver()) return;
      // A file that is over and is offered again moves too, although nothing is shown of it.
      if (!files.has(fileId)) {
        on.moved();
        return;
      }
      if (files.noteBytes(fileId, bytes)) on.moved();
      on.progress(fileId, bytes);
    },
    working() {
      if (!isOver()) on.moved();
    },
    fileEnded(fileId, how) {
      if (isOver() || how === 'broken' || how === 'silent' || !files.end(fileId)) return;
      on.moved();
      if (how === 'done') on.done(fileId);
      else on.failed(fileId, problemOfEnd(how));
    },
    ended(how) {
      if (!isOver()) on.runEnded(how);
    },
  };
  connection.run({ runId, events });

  return {
    id,
    isOpen: () => state.name === 'open',
    opened(visitor) {
      state = { name: 'open', visitor };
      // A device that is done hangs up; that everything is there may be on its way from the worker.
      void visitor.closed.then(() => {
        if (!isOver()) stopGrace = deps.clock.after(HANG_UP_MS, on.hungUp);
      });
    },
    end() {
      const visitor = state.name === 'open' ? state.visitor : undefined;
      state = { name: 'over' };
      stopGrace();
      return visitor;
    },
    stopRun: (how) => deps.chunks.stop(runId, how),
  };
}
