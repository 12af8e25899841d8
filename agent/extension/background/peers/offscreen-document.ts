/** The offscreen document, which exists while peer connections run, and the port to it. */
import type { Clock } from '#protocol/clock.ts';
import { type FromPeerHost, PEER_PORT, type ToPeerHost } from '../../peer-link.ts';

const PAGE = 'offscreen/offscreen.html';
/** The document is closed this long after its last use. */
const IDLE_TIMEOUT_MS = 30_000;

export function createOffscreenDocument(deps: {
  clock: Pick<Clock, 'after'>;
  receive: (message: FromPeerHost) => void;
  /** The document has closed, so everything in it has ended. */
  onClosed: () => void;
}) {
  let port: chrome.runtime.Port | undefined;
  let cancelIdle: (() => void) | undefined;
  const waiting: ((port: chrome.runtime.Port) => void)[] = [];

  chrome.runtime.onConnect.addListener((connected) => {
    if (connected.name !== PEER_PORT) return;
    port = connected;
    connected.onMessage.addListener(deps.receive);
    connected.onDisconnect.addListener(() => {
      if (port !== connected) return;
      port = undefined;
      deps.onClosed();
    });
    for (const resolve of waiting.splice(0)) resolve(connected);
  });

  const create = async (): Promise<void> => {
    if (await chrome.offscreen.hasDocument()) return;
    await chrome.offscreen.createDocument({
      url: PAGE,
      reasons: ['WEB_RTC', 'BLOBS'],
      justification: 'Sends the screen to teachers who look at it, and transfers files.',
    });
  };
  const opened = (): Promise<chrome.runtime.Port> =>
    port !== undefined ? Promise.resolve(port) : new Promise((resolve) => waiting.push(resolve));

  return {
    /** Resolves when the document exists. Rejects if the browser does not create it. */
    async open(): Promise<void> {
      cancelIdle?.();
      cancelIdle = undefined;
      if (port === undefined) await create();
      await opened();
    },
    /** Does nothing while there is no document. */
    send(message: ToPeerHost): void {
      port?.postMessage(message);
    },
    closeWhenIdle(): void {
      cancelIdle ??= deps.clock.after(IDLE_TIMEOUT_MS, () => {
        cancelIdle = undefined;
        // Rejects if the document is closed already.
        chrome.offscreen.closeDocument().catch(() => {});
      });
    },
  };
}
