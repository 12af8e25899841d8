/**
 * The file transfer with one device: requests the device to dial, and passes the channel to the chunks
 * worker. A device that lost the connection may dial again. When nothing moves, finds out why.
 */

import type { Clock } from '#protocol/clock.ts';
import type { Recipient } from '#protocol/threads/live-action.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import type { TransferEvents } from '#protocol/transfer/transfer-run.ts';
import type { PeerVisitor } from '../peer-visitor.ts';
import type { ChunkRuns } from './chunk-runs.ts';
import { createOpenFiles, type FileConnection, HANG_UP_MS, startFileConnection } from './file-connection.ts';
import { type FileProblem, problemOfEnd } from './file-problem.ts';
import { type FileAsk, type FileRequestDeps, startFileRequest } from './file-request.ts';

/** The call fails after this time without progress. */
const IDLE_TIMEOUT_MS = 15_000;
export type FileCallDeps = FileRequestDeps & {
  chunks: ChunkRuns;
  /** Resolves with null if the device does not answer. */
  ping(client: Recipient): Promise<number | null>;
  /** Whether this tab has a broker connection. */
  isConnected(): boolean;
  clock: Clock;
  newId(): string;
};

export type FileCall = FileAsk & {
  fileIds: readonly string[];
  /** `reference`: id of the action. */
  run(call: { runId: string; reference: string; channel: RTCDataChannel; events: TransferEvents }): void;
  /** How to stop the run on cancel, which decides what stays on this side's disk. */
  onCancel: 'cancel' | 'discard';
};

export type FileCallEvents = {
  /** The connection is open. */
  connected(): void;
  progress(fileId: string, bytes: number): void;
  done(fileId: string): void;
  failed(fileId: string, problem: FileProblem): void;
  /** The call has ended. `problem` applies to files that are neither done nor failed. */
  ended(problem: FileProblem | undefined): void;
  /** Follows `ended` for lack of progress: the device did not answer a ping, so this is the problem. */
  explained(problem: FileProblem): void;
};

export type RunningFileCall = {
  /** Cancels the call; no further events. Resolves when nothing is written any more. */
  cancel(): Promise<void>;
};

/** Calls when the device has hung up, or after its grace period. */
function afterHangUp(clock: Clock, visitor: PeerVisitor, call: () => void): void {
  const stopTimer = clock.after(HANG_UP_MS, call);
  void visitor.closed.then(() => {
    stopTimer();
    call();
  });
}

/** Calls `fellSilent` after a period without progress. The first `moved` starts the watch. */
function createSilenceWatch(clock: Clock, fellSilent: () => void) {
  let stopTimer: (() => void) | undefined;
  return {
    isOn: () => stopTimer !== undefined,
    moved(): void {
      stopTimer?.();
      stopTimer = clock.after(IDLE_TIMEOUT_MS, fellSilent);
    },
    end: () => stopTimer?.(),
  };
}

export function startFileCall(deps: FileCallDeps, call: FileCall, on: FileCallEvents): RunningFileCall {
  const { clock } = deps;
  const files = createOpenFiles(call.fileIds);
  let phase: 'on' | 'ended' | 'cancelled' = 'on';
  let connection: FileConnection | undefined;
  /** The likely cause if progress stops although the device answers a ping. */
  let suspicion: FileProblem = 'no-answer';

  const watch = createSilenceWatch(clock, () => void fallSilent());

  const isOn = () => phase === 'on';
  // The call may be cancelled during the ping.
  const isCancelled = () => phase === 'cancelled';

  /** Stops listening. A device that is still connected gets time to hang up first. */
  function close(next: 'ended' | 'cancelled'): void {
    phase = next;
    watch.end();
    request.forget();
    const last = connection?.end();
    connection = undefined;
    if (last === undefined) request.stopAwaiting();
    else afterHangUp(clock, last, request.stopAwaiting);
  }

  function end(problem: FileProblem | undefined): void {
    if (phase !== 'on') return;
    close('ended');
    on.ended(problem);
  }

  /** The call fails immediately; the result of the ping follows as `explained`. */
  async function fallSilent(): Promise<void> {
    if (phase !== 'on') return;
    const stopped = connection;
    const isConnected = deps.isConnected();
    close('ended');
    void stopped?.stopRun('pause');
    on.ended(isConnected ? suspicion : 'offline');
    // Without a broker connection the device cannot be pinged, so its silence means nothing.
    if (!isConnected) return;
    const isThere = (await deps.ping(call.client).catch(() => null)) !== null;
    if (!isThere && !isCancelled()) on.explained(deps.isConnected() ? 'disconnected' : 'offline');
  }

  function lose(lost: FileConnection): void {
    if (connection !== lost) return;
    connection = undefined;
    const visitor = lost.end();
    void lost.stopRun('pause');
    visitor?.close();
    // The device may have sent the reason before.
    request.look();
  }

  function begin(id: string, channel: RTCDataChannel): void {
    if (connection) lose(connection);
    const reference = request.reference() ?? '';
    const mine = startFileConnection(
      deps,
      { id, files, run: ({ runId, events }) => call.run({ runId, reference, channel, events }) },
      { ...on, moved: watch.moved, hungUp: () => lose(mine), runEnded: (how) => runEnded(mine, how) },
    );
    connection = mine;
  }

  function runEnded(mine: FileConnection, how: TransferEnd): void {
    if (files.areOver()) end(undefined);
    else if (how === 'silent') void fallSilent();
    // The device dials again with the same reference, and the silence watch continues.
    else if (how === 'broken' || how === 'done') lose(mine);
    else end(problemOfEnd(how));
  }

  function connected(visitor: PeerVisitor): void {
    if (phase === 'on' && connection?.id !== visitor.connection && visitor.channel) {
      begin(visitor.connection, visitor.channel);
    }
    if (phase !== 'on' || connection?.id !== visitor.connection) {
      visitor.close();
      return;
    }
    connection.opened(visitor);
    suspicion = 'no-answer';
    watch.moved();
    on.connected();
  }

  const request = startFileRequest(deps, call, {
    isOn,
    hasDialled: () => connection?.isOpen() === true,
    sent() {
      // The watch starts when the request was sent.
      if (!watch.isOn()) watch.moved();
    },
    failed: end,
    awaited: {
      channel(channel, { connection: id }) {
        if (phase !== 'on') return false;
        begin(id, channel);
        return true;
      },
      visitor: connected,
      failed() {
        if (phase !== 'on') return;
        suspicion = 'unreachable';
        if (connection && !connection.isOpen()) lose(connection);
      },
    },
  });

  return {
    async cancel() {
      const stopped = connection;
      if (phase === 'on') close('cancelled');
      phase = 'cancelled';
      await stopped?.stopRun(call.onCancel);
    },
  };
}
