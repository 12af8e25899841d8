/** One connection of a device, and the chunks worker's run that uses it. */
import type { Clock } from '#protocol/clock.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import type { TransferEvents } from '#protocol/transfer/transfer-run.ts';
import type { PeerVisitor } from '../peer-visitor.ts';
import type { ChunkRuns } from './chunk-runs.ts';
import { type FileProblem, problemOfEnd } from './file-problem.ts';

/** Time for the device to hang up first, because its last acknowledgement may be in transit. */
export const HANG_UP_MS = 2_000;

/** The unfinished files of a call and their progress, over all connections of the call. */
export type OpenFiles = ReturnType<typeof createOpenFiles>;

export function createOpenFiles(fileIds: readonly string[]) {
  const open = new Set(fileIds);
  const bytesOf = new Map<string, number>();
  return {
    areOver: () => open.size === 0,
    has: (fileId: string) => open.has(fileId),
    /** Returns false if there are no more bytes than before. */
    noteBytes(fileId: string, bytes: number): boolean {
      const hasMoved = bytes > (bytesOf.get(fileId) ?? 0);
      bytesOf.set(fileId, bytes);
      return hasMoved;
    },
    /** Returns false if the file was finished before. */
    end: (fileId: string): boolean => open.delete(fileId),
  };
}

/** No events follow after the end of the connection. */
export type FileConnectionEvents = {
  /** The transfer progressed. */
  moved(): void;
  progress(fileId: string, bytes: number): void;
  done(fileId: string): void;
  failed(fileId: string, problem: FileProblem): void;
  runEnded(how: TransferEnd): void;
  /** The device hung up, and its last messages have had time to arrive. */
  hungUp(): void;
};

export type FileConnection = {
  readonly id: string;
  /** The peer connection is established. */
  isOpen(): boolean;
  opened(visitor: PeerVisitor): void;
  /** Stops listening. Returns the visitor if there is one. */
  end(): PeerVisitor | undefined;
  /** Resolves when the run writes nothing any more. */
  stopRun(how: 'cancel' | 'discard' | 'pause'): Promise<void>;
};

type State = { name: 'opening' } | { name: 'open'; visitor: PeerVisitor } | { name: 'over' };

export function startFileConnection(
  deps: { clock: Pick<Clock, 'after'>; chunks: ChunkRuns; newId(): string },
  connection: {
    id: string;
    files: OpenFiles;
    /** Passes the channel to the chunks worker. */
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
      // A finished file that is offered again counts as progress too, although nothing is shown for it.
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
      // A device hangs up when it is done; the worker's completion events may still be in transit.
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
