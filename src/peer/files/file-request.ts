/** The request of a call: the device is asked to dial, its call is awaited, and what becomes of the request is followed. */
import type { Recipient } from '#protocol/threads/live-action.ts';
import type { ActionRun } from '../../live/action-run.ts';
import type { Act } from '../../live/action-runs.ts';
import type { AwaitEvents, AwaitedCall } from '../peer-visitor.ts';
import { type FileProblem, problemOfFailure, problemOfReply } from './file-problem.ts';

export type FileRequestDeps = {
  /** This tab's address on the peer server; rejects with PeerFailure. */
  peerAddress(): Promise<string>;
  awaitCalls(call: AwaitedCall, on: AwaitEvents): () => void;
  act: Act;
};

export type FileAsk = {
  client: Recipient;
  /** What must be over before the device may dial. */
  ready?: Promise<void>;
  /** Asks the device; the id of the action is what its call refers to. */
  ask(act: Act, peerId: string): ActionRun;
};

export type FileRequest = {
  /** What the device refers to when it dials; undefined until it is asked. */
  reference(): string | undefined;
  /** Looks at what the device has answered so far. */
  look(): void;
  /** Does not listen to the answer any more. */
  forget(): void;
  /** Takes no call of the device any more, and closes the one that stands. */
  stopAwaiting(): void;
};

export type FileRequestEvents = {
  awaited: AwaitEvents;
  /** False: nothing of the request matters any more. */
  isOn(): boolean;
  /** Once the device has dialled, the channel says more than an answer. */
  hasDialled(): boolean;
  /** The request has left this tab. */
  sent(): void;
  failed(problem: FileProblem): void;
};

export function startFileRequest(
  deps: FileRequestDeps,
  { client, ready, ask }: FileAsk,
  on: FileRequestEvents,
): FileRequest {
  let run: ActionRun | undefined;
  let stopAwaiting = () => {};
  let stopFollowing = () => {};

  function look(): void {
    if (!on.isOn() || run === undefined) return;
    const { delivery, answers } = run.get();
    if (delivery.name === 'sent') on.sent();
    else if (delivery.name !== 'queued') on.failed('not-sent');
    const answer = answers.get(client.clientId);
    if (answer === undefined || on.hasDialled()) return;
    if (answer.state === 'failed') on.failed(problemOfReply(answer.reply?.code));
    else if (answer.state === 'refused' || answer.state === 'invalid' || answer.state === 'expired') {
      on.failed('not-sent');
    }
  }

  async function start(): Promise<void> {
    await ready;
    if (!on.isOn()) return;
    const peerId = await deps.peerAddress();
    if (!on.isOn()) return;
    run = ask(deps.act, peerId);
    stopAwaiting = deps.awaitCalls(
      { purpose: 'files', reference: run.id, isWelcome: (clientId) => clientId === client.clientId },
      on.awaited,
    );
    stopFollowing = run.subscribe(look);
    look();
  }
  start().catch((error: unknown) => on.failed(problemOfFailure(error)));

  return {
    reference: () => run?.id,
    look,
    forget() {
      stopFollowing();
      run?.forget();
    },
    stopAwaiting: () => stopAwaiting(),
  };
}
