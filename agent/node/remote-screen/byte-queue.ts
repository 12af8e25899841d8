/** Buffers bytes that arrive in any pieces, for one reader of a protocol. */

/** The viewer has disconnected or has sent too much. */
export class ViewerLeft extends Error {
  override name = 'ViewerLeft';
}

export type ByteQueue = {
  push(bytes: Buffer): void;
  /** Throws `ViewerLeft` if the bytes will not arrive. */
  take(count: number): Promise<Buffer>;
  end(): void;
};

export function createByteQueue({ maxBytes }: { maxBytes: number }): ByteQueue {
  let held = Buffer.alloc(0);
  let isOver = false;
  let waiting: { count: number; resolve(bytes: Buffer): void; reject(reason: ViewerLeft): void } | undefined;

  function serve(): void {
    if (waiting === undefined) return;
    const { count, resolve, reject } = waiting;
    if (held.length < count && !isOver) return;
    waiting = undefined;
    if (held.length < count) {
      reject(new ViewerLeft());
      return;
    }
    const bytes = held.subarray(0, count);
    held = held.subarray(count);
    resolve(bytes);
  }

  return {
    push(bytes) {
      held = Buffer.concat([held, bytes]);
      if (held.length > maxBytes) isOver = true;
      serve();
    },
    take(count) {
      return new Promise((resolve, reject) => {
        waiting = { count, resolve, reject };
        serve();
      });
    },
    end() {
      isOver = true;
      serve();
    },
  };
}
