/**
 * Follows the platform's list of orders to this device's class. A new order is performed like the action that
 * it was. An order that leaves the list is undone, unless a newer action has replaced it.
 */
import type { Action } from '#protocol/action.ts';
import { type ClientOrder, type OrderSlot, orderMeaning } from '#protocol/class-orders.ts';
import type { HeldFromClass } from '../device-state.ts';

export type ClassOrdersDeps = {
  /** The orders that a previous run stored. They are not performed again but can be undone. */
  initial: HeldFromClass;
  /** Handles the order as an action from its tutor. Repeated calls perform it once. */
  perform(order: ClientOrder): void;
  /** Undoes an order. `order` is undefined if the order was only stored by a previous run of this program. */
  undo(slot: OrderSlot, order: ClientOrder | undefined): void;
  /** Receives the orders that currently determine the device's state. */
  onHeld(held: HeldFromClass): void;
};

type Listed = { id: string; slot: OrderSlot; order: ClientOrder | undefined };

export function createClassOrders({ initial, perform, undo, onHeld }: ClassOrdersDeps) {
  let listed: readonly Listed[] = (Object.entries(initial) as [OrderSlot, string][]).map(([slot, id]) => ({
    id,
    slot,
    order: undefined,
  }));
  /** The id of the action that last set each slot. */
  const newest = new Map<OrderSlot, string>(listed.map(({ slot, id }) => [slot, id]));

  const notifyHeld = () =>
    onHeld(
      Object.fromEntries(
        listed.flatMap(({ slot, id }) => (newest.get(slot) === id ? [[slot, id]] : [])),
      ) as HeldFromClass,
    );

  return {
    /** Records that this device performed an action, whether or not the action was an order. */
    done(action: Pick<Action, 'id' | 'action' | 'parameters'>): void {
      const meaning = orderMeaning(action);
      // Another tutor's finish does not end a poll here: the poll ends when its order leaves the list.
      if (!meaning || (meaning.slot === 'poll' && !meaning.holds)) return;
      newest.set(meaning.slot, action.id);
      notifyHeld();
    },
    /** Applies the current list of orders. */
    follow(orders: readonly ClientOrder[]): void {
      const before = listed;
      listed = orders.flatMap((order): Listed[] => {
        const meaning = orderMeaning(order);
        return meaning?.holds ? [{ id: order.id, slot: meaning.slot, order }] : [];
      });
      for (const { id, order } of listed)
        if (order && !before.some((other) => other.id === id)) perform(order);
      for (const { id, slot, order } of before) {
        const isOver = !listed.some((other) => other.id === id);
        if (isOver && newest.get(slot) === id) undo(slot, order);
      }
      notifyHeld();
    },
  };
}
