/** Covers displays, and takes keyboard and pointer from all other programs. It runs in the lock process. */
import type { XEvent } from 'x11';
import { answered, EVENT_MASK, type XDisplay } from '../x11/x-display.ts';
import type { Grab, LockOrder, LockWindow } from './messages.ts';

/** Windows that come in front are covered again this soon, if the X server does not report them. */
const RAISE_INTERVAL_MS = 250;
/** A program in full screen may hold the keyboard itself for a moment. */
const GRAB_RETRY_MS = 100;
/** The X server accepts 256 KiB in one request. */
const MAX_REQUEST_BYTES = 200_000;
const GRABBED = 0;
const ASYNCHRONOUS = 1;
const CURRENT_TIME = 0;

type OpenWindow = { id: number; place: Omit<LockWindow, 'bgrx'>; reopen: () => OpenWindow };

export function createLockHolder(display: XDisplay) {
  const { client, root } = display;
  let windows: readonly OpenWindow[] = [];
  let wanted: Grab = 'nothing';
  let isHeld = false;
  let isGrabbing = false;

  const raise = () => {
    if (isHeld) for (const { id } of windows) client.RaiseWindow(id);
  };
  const show = ({ id }: OpenWindow) => {
    client.MapWindow(id);
    client.RaiseWindow(id);
  };
  setInterval(raise, RAISE_INTERVAL_MS);
  display.onEvent((event) => {
    const found = windows.find(({ id }) => id === event.wid || id === event.wid1);
    if (found === undefined) return;
    if (event.name === 'DestroyNotify') {
      const next = found.reopen();
      windows = windows.map((each) => (each === found ? next : each));
      if (isHeld) show(next);
    }
    if (!isHeld) return;
    // 0: no part of the window is covered.
    if (event.name === 'VisibilityNotify' && event.state !== 0) raise();
    if (event.name === 'UnmapNotify') show(found);
    if (event.name === 'ConfigureNotify' && !isAt(event, found.place))
      client.ConfigureWindow(found.id, found.place);
  });

  const grabKeyboard = () =>
    answered<number>((callback) =>
      client.GrabKeyboard(root, false, CURRENT_TIME, ASYNCHRONOUS, ASYNCHRONOUS, callback),
    );
  const grabPointer = () =>
    answered<number>((callback) =>
      client.GrabPointer(root, false, 0, ASYNCHRONOUS, ASYNCHRONOUS, 0, 0, CURRENT_TIME, callback),
    );

  /** Returns whether everything wanted is grabbed. Grabs that are held already are repeated without effect. */
  async function grabOnce(): Promise<boolean> {
    if (wanted !== 'keyboard-and-pointer') client.UngrabPointer(CURRENT_TIME);
    if (wanted === 'nothing') {
      client.UngrabKeyboard(CURRENT_TIME);
      return true;
    }
    const grabbed = [await grabKeyboard(), wanted === 'keyboard' ? GRABBED : await grabPointer()];
    return grabbed.every((status) => status === GRABBED);
  }

  async function grab(): Promise<void> {
    if (isGrabbing) return;
    isGrabbing = true;
    for (;;) {
      const asked = wanted;
      const isGrabbed = await grabOnce();
      if (isGrabbed && asked === wanted) break;
      if (!isGrabbed) await new Promise((resolve) => setTimeout(resolve, GRAB_RETRY_MS));
    }
    isGrabbing = false;
  }

  return {
    /** The new windows are shown before the former ones are removed, so nothing is visible between them. */
    prepare(order: LockOrder): void {
      const former = windows;
      windows = order.windows.map((window) => openWindow(display, window, order.name));
      wanted = order.grab;
      if (isHeld) this.hold();
      for (const { id } of former) client.DestroyWindow(id);
    },
    hold(): void {
      isHeld = true;
      windows.forEach(show);
      void grab();
    },
  };
}

const isAt = (event: XEvent, { x, y, width, height }: OpenWindow['place']) =>
  event.x === x && event.y === y && event.width === width && event.height === height;

/** The window is not shown yet. The window manager does not control it, so no key of its own closes it. */
function openWindow(display: XDisplay, window: LockWindow, name: string): OpenWindow {
  const { client, root } = display;
  const { x, y, width, height } = window;
  const id = client.AllocID();
  const pixmap = uploadPicture(display, window);
  client.CreateWindow(id, root, x, y, width, height, 0, 0, 0, 0, {
    overrideRedirect: true,
    backgroundPixmap: pixmap,
    eventMask: EVENT_MASK.VisibilityChange | EVENT_MASK.StructureNotify,
  });
  // The window holds the pixmap as long as it exists.
  client.FreePixmap(pixmap);
  void nameWindow(display, id, name);
  return { id, place: { x, y, width, height }, reopen: () => openWindow(display, window, name) };
}

/** Returns a pixmap with the pixels of the window. */
function uploadPicture({ client, root, depth }: XDisplay, { width, height, bgrx }: LockWindow): number {
  const [pixmap, context] = [client.AllocID(), client.AllocID()];
  client.CreatePixmap(pixmap, root, depth, width, height);
  client.CreateGC(context, pixmap, {});
  const rows = Math.max(1, Math.floor(MAX_REQUEST_BYTES / (width * 4)));
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top);
    const part = Buffer.from(bgrx.buffer, bgrx.byteOffset + top * width * 4, count * width * 4);
    client.PutImage(2, pixmap, context, width, count, 0, top, 0, depth, part);
  }
  client.FreeGC(context);
  return pixmap;
}

async function nameWindow(display: XDisplay, window: number, name: string): Promise<void> {
  const utf8 = await display.atom('UTF8_STRING');
  for (const property of ['_NET_WM_NAME', 'WM_NAME'])
    display.client.ChangeProperty(0, window, await display.atom(property), utf8, 8, Buffer.from(name));
}
