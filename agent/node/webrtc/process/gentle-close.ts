/**
 * Closes native objects step by step, because the library may crash otherwise. A connection is closed in its
 * own task after its channels. It is kept from garbage collection until its threads have sent their last
 * events.
 */
const DELAY_MS = 20;
/** The library's last events arrive within this time. */
const GRACE_MS = 200;
const RETENTION_MS = 5_000;

const kept = new Set<RTCPeerConnection>();

/** Delays `close`. Call this once for each connection; `close` may then be called from one of its events. */
export function closeGently(connection: RTCPeerConnection, onClosed: () => void): void {
  const close = connection.close.bind(connection);
  let isClosing = false;
  connection.close = () => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => {
      close();
      setTimeout(onClosed, GRACE_MS);
      setTimeout(() => kept.delete(connection), RETENTION_MS);
    }, DELAY_MS);
  };
  kept.add(connection);
}
