/** Keeps class orders in memory, as the database would, for any group but `nowhere`. */
import type { HeldOrder, OrderStore } from '../../../server/store/groups/held-order.ts';

export function createOrderShelf() {
  const rows = new Map<string, HeldOrder>();
  const store: OrderStore = {
    all: async () => [...rows.values()],
    async put(order) {
      if (order.groupId === 'nowhere') return false;
      rows.set(`${order.groupId}/${order.slot}`, order);
      return true;
    },
    async remove({ groupId, slot }) {
      rows.delete(`${groupId}/${slot}`);
    },
    clientNames: async (_at, clientIds) => new Map(clientIds.map((id) => [id, `Name of ${id}`])),
    tutorName: async (_tenant, tutorId) => (tutorId === 'tina' ? 'Tina Marsh' : undefined),
  };
  return { rows, store };
}
