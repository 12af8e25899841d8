/**
 * Remote control of a machine: a VNC server over WebSocket for one viewer, with a one-time password. It closes when its viewer leaves, when none has connected within a minute, or on `close`.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '#protocol/clock.ts';
import type { Display } from '#protocol/feedback.ts';
import type { DesktopFrame } from './changed-parts.ts';
import { serveViewer, type ViewerInput } from './serve-viewer.ts';
import { listenForViewer, type ViewerLink } from './viewer-socket.ts';
import { VNC_PASSWORD_LENGTH } from './vnc-password.ts';

/** Without characters that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const MAX_WIDTH = 1_280;
const CONNECT_TIMEOUT_MS = 60_000;
/** A limit against guessing passwords. */
const MAX_ATTEMPTS = 3;

/** The screen that a tutor sees and controls. */
export type ControlledScreen = {
  displays(): readonly Pick<Display, 'id' | 'primary'>[];
  privacy(): boolean;
  /** Returns RGBA pixels no wider than `maxWidth`; undefined if the display cannot be captured. */
  pixels(displayId: string, maxWidth: number): DesktopFrame | undefined;
};

/** Executes the tutor's keys and pointer on the machine. */
export type RemoteHands = ViewerInput & {
  /** Releases all keys and the pointer, because the remote control has ended. */
  release(): void;
};

export type RemoteScreen = {
  /** Ends the previous session. `ended` is called if the session ends without `close` or another `open`. */
  open(ended: () => void): Promise<{ url: string; password: string } | undefined>;
  close(): void;
  /** The number of open servers and viewers. */
  openCount(): number;
};

export function createRemoteScreen(options: {
  screen: ControlledScreen;
  hands: RemoteHands;
  /** The name of the screen in the viewer. */
  name: string;
  clock: Clock;
}): RemoteScreen {
  const { screen, hands, clock, name } = options;
  let current: { end(): void } | undefined;
  let openings = 0;

  const frame = () => {
    const displays = screen.displays();
    const display = displays.find(({ primary }) => primary) ?? displays[0];
    return display && !screen.privacy() ? screen.pixels(display.id, MAX_WIDTH) : undefined;
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
      if (screen.privacy()) return undefined;
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
            input: hands,
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
    openCount: () => (current === undefined ? 0 : 1),
  };
}

const newPassword = () =>
  Array.from({ length: VNC_PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
