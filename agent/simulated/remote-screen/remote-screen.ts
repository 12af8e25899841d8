/**
 * Remote control of a simulated device: a VNC server over WebSocket for one viewer, with a one-time password.
 * It closes when its viewer leaves, when none has connected within a minute, or on `close`.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '#protocol/clock.ts';
import type { Desktop } from '../desktop/desktop.ts';
import { createRemoteHands, type RemoteKey } from './remote-hands.ts';
import { serveViewer } from './serve-viewer.ts';
import { listenForViewer, type ViewerLink } from './viewer-socket.ts';
import { VNC_PASSWORD_LENGTH } from './vnc-password.ts';

/** Without characters that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const MAX_WIDTH = 1_280;
const CONNECT_TIMEOUT_MS = 60_000;
/** A limit against guessing passwords. */
const MAX_ATTEMPTS = 3;

export type RemoteScreen = {
  /** Ends the previous session. `ended` is called if the session ends without `close` or another `open`. */
  open(ended: () => void): Promise<{ url: string; password: string } | undefined>;
  close(): void;
  keys(): readonly RemoteKey[];
  /** The number of open servers and viewers. */
  openCount(): number;
};

export function createRemoteScreen(options: {
  desktop: Pick<Desktop, 'displays' | 'privacy' | 'pixels' | 'showRemoteInput'>;
  name: string;
  clock: Clock;
}): RemoteScreen {
  const { desktop, clock, name } = options;
  const hands = createRemoteHands(desktop.showRemoteInput);
  let current: { end(): void } | undefined;
  let openings = 0;

  const frame = () => {
    const displays = desktop.displays();
    const display = displays.find(({ primary }) => primary) ?? displays[0];
    return display && !desktop.privacy() ? desktop.pixels(display.id, MAX_WIDTH) : undefined;
  };
  const close = () => {
    openings++;
    current?.end();
    current = undefined;
  };

  return {
    async open(ended) {
      close();
      const opening = openings;
      if (desktop.privacy()) return undefined;
      const password = newPassword();
      const path = `/${randomBytes(16).toString('base64url')}`;
      let viewer: ViewerLink | undefined;
      let attempts = 0;
      const over = () => {
        if (openings !== opening) return;
        close();
        ended();
      };
      const cancel = clock.after(CONNECT_TIMEOUT_MS, over);
      const port = await listenForViewer({
        path,
        isFree: () => viewer === undefined,
        viewer(link) {
          viewer = link;
          attempts++;
          link.onClosed(() => {
            viewer = undefined;
          });
          void serveViewer(link, {
            password,
            name,
            clock,
            frame,
            input: hands.input,
            onAdmitted: cancel,
          }).then((how) => {
            if (how === 'left' || attempts >= MAX_ATTEMPTS) over();
          });
        },
      });
      const end = () => {
        cancel();
        port.close();
        hands.release();
      };
      // `close` was called while the server started.
      if (openings !== opening) {
        end();
        return undefined;
      }
      current = { end };
      return { url: `ws://127.0.0.1:${port.port}${path}`, password };
    },
    close,
    keys: hands.keys,
    openCount: () => (current === undefined ? 0 : 1),
  };
}

const newPassword = () =>
  Array.from({ length: VNC_PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
