/** What answers say of devices, for their cards: the question that each was asked. */
import type { ActionParameters } from '#protocol/action-parameters.ts';
import type { ActionRequest, ActionUpdate } from '#protocol/threads/live-action.ts';
import type { Devices } from '../devices/devices.ts';
import type { OrdersChange } from '../watches/group-orders.ts';
import { noteClassPolls } from './class-polls.ts';
import { createPolls } from './polls.ts';

export type AnswerNotesDeps = {
  devices: Pick<Devices, 'setPoll'>;
};

export type AnswerNotes = ReturnType<typeof createAnswerNotes>;

export function createAnswerNotes({ devices }: AnswerNotesDeps) {
  const polls = createPolls(devices);

  return {
    /** Something became of an action. */
    note({ action, parameters }: ActionRequest, { answers }: ActionUpdate) {
      if (action !== 'poll') return;
      const poll = parameters as ActionParameters<'poll'>;
      if (!('finish' in poll)) polls.note(poll, answers);
    },
    /** The answers of an action are not collected any more: it is finished, or nobody waits for it. */
    closed({ action, parameters }: ActionRequest) {
      if (action === 'poll') polls.finish((parameters as ActionParameters<'poll'>).id);
    },
    /** What holds for a group has changed. */
    noteOrders: (change: OrdersChange) => noteClassPolls(polls, change),
    clear: polls.clear,
  };
}
