/** The messages of one action: to a group, a person or a client, or to each client by itself, and said once more. */
import type { Action } from '#protocol/action.ts';
import type { ActionRequest } from '#protocol/threads/live-action.ts';
import type { DeviceAddress } from '#protocol/threads/live-worker.ts';
import type { Fate, MessageQueue, QueuedMessage, QueueEvents } from '../broker/message-queue.ts';
import { addToEach } from './add-to-each.ts';
import type { Address } from './addressing.ts';
import type { createAnswers } from './answers.ts';

export type Part = {
  address: Address;
  fate?: Fate | 'superseded' | undefined;
  waits: boolean;
  /** It may not go to some of its clients any more: from now on it goes to each of the others. */
  isSplit?: boolean;
  expected?: readonly string[];
  cancel: () => void;
  /** It is being said once more. */
  again?: (() => void) | undefined;
};

export type ActionMessagesDeps = {
  queue: Pick<MessageQueue, 'add'>;
  /** The tutor's backchannel. */
  responseTopic: string;
  addressOf(client: DeviceAddress): Address;
  /** Undefined: who it is was never known here. */
  device(clientId: string): DeviceAddress | undefined;
  answers: Pick<ReturnType<typeof createAnswers>, 'isWaitingFor'>;
  request: ActionRequest;
  /** Epoch ms on the worker's clock. */
  askedAt: number;
  expiresAt: number;
};

export function createActionMessages(deps: ActionMessagesDeps) {
  const { queue, answers, expiresAt } = deps;
  const { id, action, parameters } = deps.request;

  function messageOf({ topic, target }: Address): QueuedMessage {
    const said: Action = {
      id,
      action,
      parameters,
      combinedTargetIdentifier: target,
      timeSent: Math.round(deps.askedAt),
    };
    const { responseTopic } = deps;
    const options = { responseTopic, correlation: id, contentType: 'application/json' };
    return { topic, payload: JSON.stringify(said), options, expiresAt };
  }

  /** Each of these returns the cancel. */
  const sayTo = (client: DeviceAddress, events: QueueEvents) =>
    queue.add(messageOf(deps.addressOf(client)), events);

  function say({ address, expected = [], isSplit }: Part, events: QueueEvents): () => void {
    if (!isSplit) return queue.add(messageOf(address), events);
    const devices = expected.filter(answers.isWaitingFor).flatMap((clientId) => deps.device(clientId) ?? []);
    return addToEach(
      queue,
      devices.map((device) => messageOf(deps.addressOf(device))),
      events,
    );
  }

  /** Once more; `again` is there until that has a fate. */
  function repeat(part: Part) {
    let isOver = false;
    const cancel = say(part, {
      onFate() {
        isOver = true;
        part.again = undefined;
      },
    });
    if (!isOver) part.again = cancel;
  }

  return { say, sayTo, repeat };
}
