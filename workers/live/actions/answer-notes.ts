/** Passes poll answers to the device records, for their cards. */
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
    /** The state of an action has changed. */
    note({ action, parameters }: ActionRequest, { answers }: ActionUpdate) {
      if (action !== 'poll') return;
      const poll = parameters as ActionParameters<'poll'>;
      if (!('finish' in poll)) polls.note(poll, answers);
    },
    /** The action's answers are no longer collected, because it is finished or abandoned. */
    closed({ action, parameters }: ActionRequest) {
      if (action === 'poll') polls.finish((parameters as ActionParameters<'poll'>).id);
    },
    /** The orders of a group have changed. */
    noteOrders: (change: OrdersChange) => noteClassPolls(polls, change),
    clear: polls.clear,
  };
}
