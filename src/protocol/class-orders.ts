/**
 * Class orders: a tutor's actions for a whole group that hold until they are lifted, also for devices that
 * connect later. The platform stores them, and sends them to the devices and to tutors of the group.
 */
import * as v from 'valibot';
import { type Action, POLL_FEEDBACK_TYPES } from './action.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

const text = v.pipe(v.string(), v.maxLength(20_000));

/** The action that gave the order, which a device carries out. */
const orderEntries = {
  /** Id of that action. */
  id,
  action: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  parameters: v.optional(v.record(v.string(), v.unknown()), {}),
  /** The tutor who gave the order. */
  tutorId: id,
};

/** Retained on `S/clients/{clientId}/orders`: all orders that hold for this device now. */
export const clientOrdersSchema = v.object({
  orders: v.pipe(
    v.array(
      v.object({
        ...orderEntries,
        /** For a poll: this device's earlier answer. */
        answer: v.optional(text),
      }),
    ),
    v.maxLength(500),
  ),
});
export type ClientOrder = v.InferOutput<typeof clientOrdersSchema>['orders'][number];

/** Retained on `S/groups/{groupId}/orders`: all orders that hold for this group now. */
export const groupOrdersSchema = v.object({
  orders: v.pipe(
    v.array(
      v.object({
        ...orderEntries,
        /** Displayed to people. */
        tutorName: v.optional(v.pipe(v.string(), v.maxLength(1_024))),
        /** Epoch milliseconds, on the platform's clock. */
        since: v.number(),
        /** Clients for which a tutor has ended the order separately. */
        except: v.optional(v.pipe(v.array(id), v.maxLength(5_000)), []),
        /** For a poll only. */
        poll: v.optional(
          v.object({
            /** Epoch milliseconds; absent while the poll is on the students' screens. */
            finishedAt: v.optional(v.number()),
            /** Every device that was asked, and every other one that has answered. */
            respondents: v.pipe(
              v.array(
                v.object({
                  clientId: id,
                  /** Displayed to people. */
                  name: v.optional(v.pipe(v.string(), v.maxLength(1_024))),
                  'feedback-type': v.optional(v.picklist(POLL_FEEDBACK_TYPES)),
                  /** Long answers are cut if all answers together would be too large. */
                  answer: v.optional(text),
                }),
              ),
              v.maxLength(5_000),
            ),
          }),
        ),
      }),
    ),
    v.maxLength(20),
  ),
});
export type GroupOrder = v.InferOutput<typeof groupOrdersSchema>['orders'][number];
export type ClassPoll = NonNullable<GroupOrder['poll']>;
export type ClassRespondent = ClassPoll['respondents'][number];

/** A group has at most one order in each slot, the newest. */
export const ORDER_SLOTS = ['lock', 'sound', 'inputs', 'poll'] as const;
export type OrderSlot = (typeof ORDER_SLOTS)[number];

/** `holds`: sent to a group, the action is an order. Otherwise it ends the order of its slot. */
export type OrderMeaning = { slot: OrderSlot; holds: boolean };

/** Undefined: the action is done once, and nothing holds afterwards. */
export function orderMeaning({
  action,
  parameters,
}: Pick<Action, 'action' | 'parameters'>): OrderMeaning | undefined {
  switch (action) {
    case 'lock':
    case 'unlock':
      return { slot: 'lock', holds: action === 'lock' };
    case 'mute':
    case 'unmute':
      return { slot: 'sound', holds: action === 'mute' };
    case 'userInputs':
      return { slot: 'inputs', holds: parameters.block === true };
    case 'poll':
      return { slot: 'poll', holds: parameters.finish !== true };
    default:
      return undefined;
  }
}
