/** The words of the orders that hold for the class. */
import type { OrderSlot } from '#protocol/class-orders.ts';

export const m = {
  title: 'What holds for the class',
  wholeGroup: 'the whole class',
  since: (p: { time: string; tutor: string | undefined }) =>
    p.tutor === undefined ? `since ${p.time}` : `since ${p.time} by ${p.tutor}`,
  except: (p: { count: number }) => (p.count === 1 ? 'except 1 device' : `except ${p.count} devices`),
} as const;

/** A poll has a card of its own. */
export type ShownSlot = Exclude<OrderSlot, 'poll'>;

/** The text of an order, and the label of the button that lifts it. */
export const orderTexts: Readonly<Record<ShownSlot, { holds: string; lift: string }>> = {
  lock: { holds: 'The class is locked', lift: 'Unlock the class' },
  sound: { holds: 'The class is muted', lift: 'Unmute the class' },
  inputs: { holds: 'Mouse and keyboard of the class are blocked', lift: 'Allow inputs of the class' },
};
