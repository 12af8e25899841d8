/**
 * What is native is taken apart step by step, because it does not survive everything: a connection is closed in a task
 * of its own after its channels, and kept from the garbage collection until its threads have told the last of what they
 * had to tell.
 */
const CLOSE_AFTER_MS = 20;
/** So late comes what it still has to tell. */
const CLOSED_AFTER_MS = 200;
const KEPT_MS = 5_000;

const kept = new Set<RTCPeerConnection>();

/** Has `close` wait. Once; who calls it may do so from one of its events. */
export function closeGently(connection: RTCPeerConnection, onClosed: () => void): void {
  const close = connection.close.bind(connection);
  let isClosing = false;
  connection.close = () => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => {
      close();
      setTimeout(onClosed, CLOSED_AFTER_MS);
      setTimeout(() => kept.delete(connection), KEPT_MS);
    }, CLOSE_AFTER_MS);
  };
  kept.add(connection);
}
