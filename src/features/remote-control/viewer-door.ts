/** The only importer of noVNC: shows a screen over a channel. The library is loaded with the first one. */
import type RFB from '@novnc/novnc';
import type { ScreenChannel } from './reach-screen.ts';
import { type HeldKey, KEYSYMS } from './viewer-keys.ts';

/** `left`: the other side has closed the connection cleanly. `wrong-password`: it refused the password. */
export type ViewerEnd = 'left' | 'lost' | 'wrong-password';

export type ViewerEvents = {
  /** A picture has arrived. */
  ready(): void;
  /** Called once, as the last call, and never after `end`. */
  closed(how: ViewerEnd): void;
};

export type Viewer = {
  /** Shows the screen in its own size, attached to the page or not. */
  element: HTMLElement;
  focus(): void;
  hold(key: HeldKey, isDown: boolean): void;
  /** Releases a key that went down on the device and came up elsewhere. */
  release(event: Pick<KeyboardEvent, 'key' | 'code'>): void;
  tab(): void;
  ctrlAltDel(): void;
  end(): void;
};

export type OpenViewer = (
  access: { channel: ScreenChannel; password: string; label: string },
  on: ViewerEvents,
) => Viewer;

export async function loadViewer(): Promise<OpenViewer> {
  const { default: Library } = await import('@novnc/novnc');
  return (access, on) => viewerOf(Library, access, on);
}

function viewerOf(Library: typeof RFB, ...[access, on]: Parameters<OpenViewer>): Viewer {
  const element = document.createElement('div');
  const rfb = new Library(element, access.channel, { credentials: { password: access.password } });
  rfb.scaleViewport = true;
  // The library's canvas handles keys, but is not focusable by itself.
  const canvas = element.querySelector('canvas');
  if (canvas) {
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', access.label);
  }
  let isOver = false;
  let isReady = false;
  let isRefused = false;
  rfb.addEventListener('connect', () => {
    isReady = true;
    on.ready();
  });
  rfb.addEventListener('securityfailure', () => {
    isRefused = true;
  });
  // The server requires more than a password, which is not available.
  rfb.addEventListener('credentialsrequired', () => {
    isRefused = true;
    rfb.disconnect();
  });
  // The identity of the machine was verified by its certificate.
  rfb.addEventListener('serververification', () => rfb.approveServer());
  rfb.addEventListener('disconnect', (event) => {
    if (isOver) return;
    isOver = true;
    const { clean } = (event as CustomEvent<{ clean: boolean }>).detail;
    on.closed(isRefused ? 'wrong-password' : clean && isReady ? 'left' : 'lost');
  });

  return {
    element,
    focus: () => rfb.focus({ preventScroll: true }),
    hold(key, isDown) {
      const { keysym, code } = KEYSYMS[key];
      rfb.sendKey(keysym, code, isDown);
    },
    release({ key, code }) {
      canvas?.dispatchEvent(new KeyboardEvent('keyup', { key, code }));
    },
    tab: () => rfb.sendKey(KEYSYMS.tab.keysym, KEYSYMS.tab.code),
    ctrlAltDel: () => rfb.sendCtrlAltDel(),
    end() {
      if (isOver) return;
      isOver = true;
      rfb.disconnect();
    },
  };
}
