import type { Duplex } from 'node:stream';

/** Passes the bytes of each on to the other, no faster than they are taken, until one of them ends. */
export function joinSockets(a: Duplex, b: Duplex): void {
  a.pipe(b);
  b.pipe(a);
  endWith(a, b);
  endWith(b, a);
}

function endWith(one: Duplex, other: Duplex): void {
  // Without a listener a peer that resets the connection would end the process.
  one.on('error', () => one.destroy());
  one.once('close', () => {
    // What was said last still goes out.
    if (other.writableFinished || other.destroyed) other.destroy();
    else other.end(() => other.destroy());
  });
}
