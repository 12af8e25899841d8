/** A document that holds peer connections for the worker: it exists while they run, and has a port to it. */
import type { Clock } from '#protocol/clock.ts';
import type { FromPeerHost, ToPeerHost } from '../../peer-link.ts';

export type HostDocumentDeps = {
  clock: Pick<Clock, 'after'>;
  /** The name with which the document connects. */
  portName: string;
  /** Opens the document, unless it is open. Rejects if the browser does not allow it. */
  create: () => Promise<unknown>;
  close: () => Promise<unknown>;
  /** The document is closed this long after its last use. */
  idleMs: number;
  receive: (message: FromPeerHost) => void;
  /** The document has closed, so everything in it has ended. */
  onClosed: () => void;
};

export function createHostDocument({
  clock,
  portName,
  create,
  close,
  idleMs,
  receive,
  onClosed,
}: HostDocumentDeps) {
  let port: chrome.runtime.Port | undefined;
  let cancelIdle: (() => void) | undefined;
  const waiting: (() => void)[] = [];

  chrome.runtime.onConnect.addListener((connected) => {
    if (connected.name !== portName) return;
    port = connected;
    connected.onMessage.addListener(receive);
    connected.onDisconnect.addListener(() => {
      if (port !== connected) return;
      port = undefined;
      onClosed();
    });
    for (const resolve of waiting.splice(0)) resolve();
  });

  return {
    /** Resolves when the document is connected. Rejects if the browser does not create it. */
    async open(): Promise<void> {
      cancelIdle?.();
      cancelIdle = undefined;
      if (port !== undefined) return;
      await create();
      if (port === undefined) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    /** Does nothing while there is no document. */
    send(message: ToPeerHost): void {
      port?.postMessage(message);
    },
    closeWhenIdle(): void {
      cancelIdle ??= clock.after(idleMs, () => {
        cancelIdle = undefined;
        // Rejects if the document is closed already.
        close().catch(() => {});
      });
    },
  };
}
