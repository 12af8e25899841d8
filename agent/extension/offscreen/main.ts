/** The offscreen document: it holds the peer connections that send screens and files. */
import '#protocol/first-fault.ts';
import { systemClock } from '#protocol/clock.ts';
import { createChunks } from '../../peer/browser/chunks-door.ts';
import { type FromPeerHost, PEER_PORT, type ToPeerHost } from '../peer-link.ts';
import { createExtensionFiles } from './extension-files.ts';
import { createFrameTracks } from './frame-tracks.ts';
import { createPeerHost } from './peer-host.ts';

const RECONNECT_DELAY_MS = 250;

const chunks = createChunks(systemClock);

connect();

/** A port belongs to one worker. With the next worker everything begins anew. */
function connect(): void {
  const port = chrome.runtime.connect({ name: PEER_PORT });
  const send = (message: FromPeerHost) => port.postMessage(message);
  const tracks = createFrameTracks({
    clock: systemClock,
    onSources: (displayIds) => send({ name: 'sources', displayIds }),
  });
  const files = createExtensionFiles({ chunks, send });
  const host = createPeerHost({
    clock: systemClock,
    send,
    files,
    // The worker sends a screen only of a window that is open.
    screens: {
      has: () => true,
      stream: (displayId) => (displayId === undefined ? undefined : tracks.stream(displayId)),
      release: tracks.release,
    },
    // A page that the student sees shows the screens of tutors.
    show: () => ({ stop: () => {}, refused: new Promise(() => {}) }),
  });
  port.onMessage.addListener((message: ToPeerHost) => {
    switch (message.name) {
      case 'frame': {
        const { displayId, jpeg } = message;
        // A picture that cannot be decoded is skipped.
        void tracks
          .show(displayId, jpeg)
          .catch(() => {})
          .then(() => send({ name: 'frame-done', displayId }));
        break;
      }
      case 'saved':
        files.saved(message.key, message.isSaved);
        break;
      case 'cancel-file':
        files.cancel(message.key);
        break;
      default:
        host.receive(message);
    }
  });
  port.onDisconnect.addListener(() => {
    host.stop();
    setTimeout(connect, RECONNECT_DELAY_MS);
  });
}
