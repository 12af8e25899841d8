/**
 * One device and its files, from the request to the end: asks the device to dial, hands the channel to the chunks worker,
 * takes a device back that lost the connection and dials again, and finds out why nothing moves any more.
 */

import type { Clock } from '#protocol/clock.ts';
import type { Recipient } from '#protocol/threads/live-action.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import type { TransferEvents } from '#protocol/transfer/transfer-run.ts';
import type { ActionRun } from '../../live/action-run.ts';
import type { Act } from '../../live/action-runs.ts';
import type { AwaitEvents, AwaitedCall, PeerVisitor } from '../peer-visitor.ts';
import type { ChunkRuns } from './chunk-runs.ts';
import { type FileProblem, problemOfEnd, problemOfFailure, problemOfReply } from './file-problem.ts';

/** Without progress for so long it has failed (FILE-14). */
const SILENT_MS = 15_000;
/** The last acknowledgement is on its way: who is done hangs up first. */
const HANG_UP_MS = 2_000;

export type FileCallDeps = {
  /** This tab's address on the peer server; rejects with PeerFailure. */
  peerAddress(): Promise<string>;
  awaitCalls(call: AwaitedCall, on: AwaitEvents): () => void;
  act: Act;
  chunks: ChunkRuns;
  /** Null: it does not answer. */
  ping(client: Recipient): Promise<number | null>;
  /** Whether this tab has a broker connection. */
  isConnected(): boolean;
  clock: Clock;
  newId(): string;
};

export type FileCall = {
  client: Recipient;
  fileIds: readonly string[];
  /** What must be over before the device may dial. */
  ready?: Promise<void>;
  /** Asks the device; the id of the action is what its call refers to. */
  ask(act: Act, peerId: string): ActionRun;
  /** `reference`: the id of the action. */
  run(call: { runId: string; reference: string; channel: RTCDataChannel; events: TransferEvents }): void;
  /** What a cancelled one leaves on the disk of this side. */
  onCancel: 'cancel' | 'discard';
};

export type FileCallEvents = {
  /** The connection is there. */
  connected(): void;
  progress(fileId: string, bytes: number): void;
  done(fileId: string): void;
  failed(fileId: string, problem: FileProblem): void;
  /** Nothing further moves. `problem`: of the files that are neither done nor failed. */
  ended(problem: FileProblem | undefined): void;
  /** After `ended`, for want of progress: the device was asked, and does not answer. This is the problem then (FILE-15). */
  explained(problem: FileProblem): void;
};

export type RunningFileCall = {
  /** Ends it from this side; nothing is called any more. Resolves when nothing of it is written any more. */
  cancel(): Promise<void>;
};

type Connection = {
  id: string;
  runId: string;
  visitor: PeerVisitor | undefined;
  stopGrace?: () => void;
};

export function startFileCall(deps: FileCallDeps, call: FileCall, on: FileCallEvents): RunningFileCall {
  const { clock, chunks } = deps;
  const open = new Set(call.fileIds);
  const bytesOf = new Map<string, number>();
  let phase: 'on' | 'ended' | 'cancelled' = 'on';
  let run: ActionRun | undefined;
  let connection: Connection | undefined;
  let stopAwaiting = () => {};
  let stopFollowing = () => {};
  let stopWatch: (() => void) | undefined;
  /** What is known of why nothing moves, should the device turn out to be there. */
  let suspicion: FileProblem = 'no-answer';

  // It may be cancelled while the device is asked.
  const isCancelled = () => phase === 'cancelled';

  /** Nothing is listened to any more; who is still connected may hang up first. */
  function close(next: 'ended' | 'cancelled'): void {
    phase = next;
    stopWatch?.();
    stopFollowing();
    run?.forget();
    const last = connection?.visitor;
    connection?.stopGrace?.();
    connection = undefined;
    if (last === undefined) stopAwaiting();
    else {
      const stopTimer = clock.after(HANG_UP_MS, stopAwaiting);
      void last.closed.then(() => {
        stopTimer();
        stopAwaiting();
      });
    }
  }

  function end(problem: FileProblem | undefined): void {
    if (phase !== 'on') return;
    close('ended');
    on.ended(problem);
  }

  function watch(): void {
    stopWatch?.();
    stopWatch = clock.after(SILENT_MS, () => void fallSilent());
  }

  /** It has failed then and there; what a ping tells of the device comes later (FILE-14, FILE-15). */
  async function fallSilent(): Promise<void> {
    if (phase !== 'on') return;
    const stopped = connection;
    const isConnected = deps.isConnected();
    close('ended');
    if (stopped) void chunks.stop(stopped.runId, 'pause');
    on.ended(isConnected ? suspicion : 'offline');
    // Nothing could be asked, and no silence would tell anything of the device.
    if (!isConnected) return;
    const isThere = (await deps.ping(call.client).catch(() => null)) !== null;
    if (!isThere && !isCancelled()) on.explained(deps.isConnected() ? 'disconnected' : 'offline');
  }

  function lose(lost: Connection): void {
    if (connection !== lost) return;
    connection = undefined;
    lost.stopGrace?.();
    void chunks.stop(lost.runId, 'pause');
    lost.visitor?.close();
    // It may have said why before.
    follow();
  }

  function eventsOf(mine: Connection): TransferEvents {
    const isMine = () => phase === 'on' && connection === mine;
    return {
      progress(fileId, bytes) {
        if (!isMine() || !open.has(fileId)) return;
        if (bytes > (bytesOf.get(fileId) ?? 0)) watch();
        bytesOf.set(fileId, bytes);
        on.progress(fileId, bytes);
      },
      working() {
        if (isMine()) watch();
      },
      fileEnded(fileId, how) {
        if (!isMine() || how === 'broken' || how === 'silent' || !open.delete(fileId)) return;
        watch();
        if (how === 'done') on.done(fileId);
        else on.failed(fileId, problemOfEnd(how));
      },
      ended(how) {
        if (isMine()) runEnded(mine, how);
      },
    };
  }

  function runEnded(mine: Connection, how: TransferEnd): void {
    if (open.size === 0) end(undefined);
    else if (how === 'silent') void fallSilent();
    // It dials again with the same reference; the watch goes on.
    else if (how === 'broken' || how === 'done') lose(mine);
    else end(problemOfEnd(how));
  }

  function begin(id: string, channel: RTCDataChannel): void {
    if (connection) lose(connection);
    const mine: Connection = { id, runId: deps.newId(), visitor: undefined };
    connection = mine;
    call.run({ runId: mine.runId, reference: run?.id ?? '', channel, events: eventsOf(mine) });
  }

  const awaited: AwaitEvents = {
    channel(channel, { connection: id }) {
      if (phase !== 'on') return false;
      begin(id, channel);
      return true;
    },
    visitor(visitor) {
      if (phase === 'on' && connection?.id !== visitor.connection && visitor.channel) {
        begin(visitor.connection, visitor.channel);
      }
      const mine = connection;
      if (phase !== 'on' || mine?.id !== visitor.connection) {
        visitor.close();
        return;
      }
      mine.visitor = visitor;
      suspicion = 'no-answer';
      watch();
      on.connected();
      // Who is done hangs up; that everything is there may be on its way from the worker.
      void visitor.closed.then(() => {
        if (connection === mine) mine.stopGrace = clock.after(HANG_UP_MS, () => lose(mine));
      });
    },
    failed() {
      if (phase !== 'on') return;
      suspicion = 'unreachable';
      if (connection && connection.visitor === undefined) lose(connection);
    },
  };

  /** What becomes of the request. The watch begins when it has left. */
  function follow(): void {
    if (phase !== 'on' || run === undefined) return;
    const { delivery, answers } = run.get();
    if (delivery.name === 'sent') {
      if (stopWatch === undefined) watch();
    } else if (delivery.name !== 'queued') end('not-sent');
    const answer = answers.get(call.client.clientId);
    // Once it has dialled, the channel tells more.
    if (answer === undefined || connection?.visitor !== undefined) return;
    if (answer.state === 'failed') end(problemOfReply(answer.reply?.code));
    else if (answer.state === 'refused' || answer.state === 'invalid' || answer.state === 'expired') {
      end('not-sent');
    }
  }

  async function start(): Promise<void> {
    await call.ready;
    if (phase !== 'on') return;
    const peerId = await deps.peerAddress();
    if (phase !== 'on') return;
    run = call.ask(deps.act, peerId);
    stopAwaiting = deps.awaitCalls(
      { purpose: 'files', reference: run.id, isWelcome: (clientId) => clientId === call.client.clientId },
      awaited,
    );
    stopFollowing = run.subscribe(follow);
    follow();
  }
  start().catch((error: unknown) => end(problemOfFailure(error)));

  return {
    async cancel() {
      const stopped = connection;
      if (phase === 'on') close('cancelled');
      phase = 'cancelled';
      if (stopped) await chunks.stop(stopped.runId, call.onCancel);
    },
  };
}
