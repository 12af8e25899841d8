/** The devices that are connected to a share. */
import type { PeerVisitor } from '../peer-visitor.ts';

export type ShareViewers = {
  count(): number;
  visitors(): Iterable<PeerVisitor>;
  welcome(visitor: PeerVisitor): void;
  close(clientIds: Iterable<string>): void;
  /** Calls nothing any more. */
  end(): void;
};

/** `changed`: a viewer came or went. */
export function createShareViewers(changed: () => void): ShareViewers {
  const visitors = new Map<string, PeerVisitor>();
  let isOver = false;
  return {
    count: () => visitors.size,
    visitors: () => visitors.values(),
    welcome(visitor) {
      const { id } = visitor.sender;
      // The device came back before its old connection was found to be dead.
      visitors.get(id)?.close();
      visitors.set(id, visitor);
      changed();
      void visitor.closed.then(() => {
        if (visitors.get(id) !== visitor) return;
        visitors.delete(id);
        if (!isOver) changed();
      });
    },
    close(clientIds) {
      for (const clientId of clientIds) visitors.get(clientId)?.close();
    },
    end() {
      isOver = true;
      visitors.clear();
    },
  };
}
