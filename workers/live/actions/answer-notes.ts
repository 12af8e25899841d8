/** What answers say of devices, for their cards: the question that each was asked, and when it was woken. */
import type { ActionParameters } from '#protocol/action-parameters.ts';
import type { GroupOrder } from '#protocol/class-orders.ts';
import type { Clock } from '#protocol/clock.ts';
import type { ActionRequest, ActionUpdate, Answer } from '#protocol/threads/live-action.ts';
import type { Devices } from '../devices/devices.ts';
import { noteClassPolls } from './class-polls.ts';
import { createPolls } from './polls.ts';

export type AnswerNotesDeps = {
  clock: Clock;
  devices: Pick<Devices, 'setPoll' | 'setWolStatus'>;
};

export type AnswerNotes = ReturnType<typeof createAnswerNotes>;

export function createAnswerNotes({ clock, devices }: AnswerNotesDeps) {
  const polls = createPolls(devices);

  /** Only the runner knows which devices it has woken: of a group those that sleep and whose address it knows. */
  function noteWakes(asked: ActionParameters<'wol'>, answers: readonly Answer[]) {
    const named = 'deviceIds' in asked ? asked.deviceIds : [];
    const woken = answers.flatMap(({ state, reply }) => reply?.woken ?? (state === 'confirmed' ? named : []));
    if (woken.length > 0) devices.setWolStatus(woken, Math.round(clock.now()));
  }

  return {
    /** Something became of an action. */
    note({ action, parameters }: ActionRequest, { answers }: ActionUpdate) {
      if (action === 'wol') noteWakes(parameters as ActionParameters<'wol'>, answers);
      if (action !== 'poll') return;
      const poll = parameters as ActionParameters<'poll'>;
      if (!('finish' in poll)) polls.note(poll, answers);
    },
    /** The answers of an action are not collected any more: it is finished, or nobody waits for it. */
    closed({ action, parameters }: ActionRequest) {
      if (action === 'poll') polls.finish((parameters as ActionParameters<'poll'>).id);
    },
    /** What holds for a group has changed. */
    noteOrders: (orders: readonly GroupOrder[], before: readonly GroupOrder[]) =>
      noteClassPolls(polls, orders, before),
    clear: polls.clear,
  };
}
