/**
 * What holds for this device because it was said to its class: the platform lists it. What is new on the list is done
 * like the action that it was; what is gone from the list ends, where nothing newer has taken its place.
 */
import type { Action } from '#protocol/action.ts';
import { type ClientOrder, type OrderSlot, orderMeaning } from '#protocol/class-orders.ts';
import type { HeldFromClass } from '../device-state.ts';

export type ClassOrdersDeps = {
  /** The orders that held when this program last ended, where they were kept: they are not done again, but can be over. */
  initial: HeldFromClass;
  /** As an action from this tutor; it is done once, however often it comes. */
  perform(order: ClientOrder): void;
  /** Takes back what an order did. `order`: undefined where it is only known from before this program was started. */
  undo(slot: OrderSlot, order: ClientOrder | undefined): void;
  /** Which orders have made this device what it is. */
  onHeld(held: HeldFromClass): void;
};

type Listed = { id: string; slot: OrderSlot; order: ClientOrder | undefined };

export function createClassOrders({ initial, perform, undo, onHeld }: ClassOrdersDeps) {
  let listed: readonly Listed[] = (Object.entries(initial) as [OrderSlot, string][]).map(([slot, id]) => ({
    id,
    slot,
    order: undefined,
  }));
  /** The ids of the actions that made each thing what it is now. */
  const newest = new Map<OrderSlot, string>(listed.map(({ slot, id }) => [slot, id]));

  const tellHeld = () =>
    onHeld(
      Object.fromEntries(
        listed.flatMap(({ slot, id }) => (newest.get(slot) === id ? [[slot, id]] : [])),
      ) as HeldFromClass,
    );

  return {
    /** This device did the action, of an order or not. */
    done(action: Pick<Action, 'id' | 'action' | 'parameters'>): void {
      const meaning = orderMeaning(action);
      // A colleague's word ends no question here: the list does, from which it goes then.
      if (!meaning || (meaning.slot === 'poll' && !meaning.holds)) return;
      newest.set(meaning.slot, action.id);
      tellHeld();
    },
    /** The list as it is now. */
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
      tellHeld();
    },
  };
}
