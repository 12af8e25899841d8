/**
 * Class orders: what a tutor told a whole group and what holds for it until it is lifted, also for devices that come
 * later. The platform keeps them. It tells each device what holds for it, and tutors what holds for a group.
 */
import * as v from 'valibot';
import { type Action, POLL_FEEDBACK_TYPES } from './action.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

const text = v.pipe(v.string(), v.maxLength(20_000));

/** What a device does for an order: that of the action that gave it. */
const orderEntries = {
  /** Of the action that gave it. */
  id,
  action: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  parameters: v.optional(v.record(v.string(), v.unknown()), {}),
  /** Who gave it. */
  tutorId: id,
};

/** Retained on `S/clients/{clientId}/orders`: every order that holds for this device now, and no other. */
export const clientOrdersSchema = v.object({
  orders: v.pipe(
    v.array(
      v.object({
        ...orderEntries,
        /** Of a poll: what this device has answered before. */
        answer: v.optional(text),
      }),
    ),
    v.maxLength(500),
  ),
});
export type ClientOrder = v.InferOutput<typeof clientOrdersSchema>['orders'][number];

/** Retained on `S/groups/{groupId}/orders`: every order that holds for this group now. */
export const groupOrdersSchema = v.object({
  orders: v.pipe(
    v.array(
      v.object({
        ...orderEntries,
        /** For people. */
        tutorName: v.optional(v.pipe(v.string(), v.maxLength(1_024))),
        /** Epoch milliseconds, on the platform's clock. */
        since: v.number(),
        /** Clients for which a tutor has ended it alone. */
        except: v.optional(v.pipe(v.array(id), v.maxLength(5_000)), []),
        /** Of a poll. */
        poll: v.optional(
          v.object({
            /** Epoch milliseconds; absent while it is on the students' screens. */
            finishedAt: v.optional(v.number()),
            /** Every device that was asked, and every other one that has answered. */
            respondents: v.pipe(
              v.array(
                v.object({
                  clientId: id,
                  /** For people. */
                  name: v.optional(v.pipe(v.string(), v.maxLength(1_024))),
                  'feedback-type': v.optional(v.picklist(POLL_FEEDBACK_TYPES)),
                  /** Long ones are cut where all of them would be too large. */
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

/** A group has one order of each of these at a time: the newest. */
export const ORDER_SLOTS = ['lock', 'sound', 'inputs', 'poll'] as const;
export type OrderSlot = (typeof ORDER_SLOTS)[number];

/** `holds`: it is an order where it is said to a group; otherwise it ends the order of its slot. */
export type OrderMeaning = { slot: OrderSlot; holds: boolean };

/** Undefined: it is done once, and nothing holds afterwards. */
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
