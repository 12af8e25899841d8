/** The devices that are connected to a share. */
import type { PeerVisitor } from '../peer-visitor.ts';

export type ShareViewers = {
  count(): number;
  visitors(): Iterable<PeerVisitor>;
  welcome(visitor: PeerVisitor): void;
  close(clientIds: Iterable<string>): void;
  /** No further `changed` calls. */
  end(): void;
};

/** `changed`: a viewer joined or left. */
export function createShareViewers(changed: () => void): ShareViewers {
  const visitors = new Map<string, PeerVisitor>();
  let isOver = false;
  return {
    count: () => visitors.size,
    visitors: () => visitors.values(),
    welcome(visitor) {
      const { id } = visitor.sender;
      // The device reconnected before its old connection timed out.
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
