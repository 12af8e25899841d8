/** The request of a call: requests the device to dial, awaits its call and follows its answers. */

import type { ActionRun } from '#live/action-run.ts';
import type { Act } from '#live/action-runs.ts';
import type { Recipient } from '#protocol/threads/live-action.ts';
import type { AwaitEvents, AwaitedCall } from '../peer-visitor.ts';
import { type FileProblem, problemOfFailure, problemOfReply } from './file-problem.ts';

export type FileRequestDeps = {
  /** This tab's peer id; rejects with PeerFailure. */
  peerAddress(): Promise<string>;
  awaitCalls(call: AwaitedCall, on: AwaitEvents): () => void;
  act: Act;
};

export type FileAsk = {
  client: Recipient;
  /** The device may dial after this has resolved. */
  ready?: Promise<void>;
  /** Sends the request; the device's call refers to the id of this action. */
  ask(act: Act, peerId: string): ActionRun;
};

export type FileRequest = {
  /** The reference that the device uses when it dials; undefined before the request. */
  reference(): string | undefined;
  /** Evaluates the device's answers so far. */
  look(): void;
  /** Stops listening to the answers. */
  forget(): void;
  /** Stops accepting the device's calls, and closes an open one. */
  stopAwaiting(): void;
};

export type FileRequestEvents = {
  awaited: AwaitEvents;
  /** False when the request no longer matters. */
  isOn(): boolean;
  /** True once the device has dialled; the channel then reports problems better than the answer. */
  hasDialled(): boolean;
  /** The request was sent. */
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
