/** A student's desktop: what the device core sees as its screen. */
import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import type { Clock } from '#protocol/clock.ts';
import type { Display } from '#protocol/feedback.ts';
import { type DeviceState, FRESH_STATE, shownLock } from '../../core/device-state.ts';
import type { PictureRequest, Screen, ScreenChange } from '../../core/screen.ts';
import { seededRandom } from '../seeded-random.ts';
import { registerFonts } from './fonts.ts';
import { createLayerCache, type LayerCache } from './layer-cache.ts';
import { paintDesktop } from './paint-desktop.ts';
import { evenSize, sizeWithin } from './picture-size.ts';
import type { RemoteInput } from './remote-input.ts';
import { applicationsOf, BROWSER_ID, heldPage, tabsOf } from './reported-windows.ts';
import { createScenario, type OpenItem } from './scenario.ts';
import { TOAST_MS, type Toast, transferToast } from './toast.ts';
import { WALLPAPERS } from './wallpaper.ts';

const ACCENTS = ['#2b6fe0', '#c0397a', '#1f9d5b', '#e07a1f', '#7b4fd6', '#0f7b8a'];
const PICTURE_EVERY_MS = 1_000;

export type Desktop = Screen & {
  setPrivacy(privacy: boolean): void;
  /** A tutor's message, as long as the student sees it. */
  notification(): { title: string; message: string } | undefined;
  /** What the display shows now, in RGBA, no wider than `widest`; width and height are even. */
  pixels(displayId: string, widest: number): Pixels | undefined;
  /** What the tutor's shared screen shows, in place of a sign for it. */
  showPicture(picture: Pixels | undefined): void;
  /** What somebody does here who controls the machine from elsewhere; undefined: nobody does. */
  showRemoteInput(input: RemoteInput | undefined): void;
};

export type Pixels = { width: number; height: number; data: Uint8ClampedArray };

export function createDesktop(options: {
  seed: string;
  look: 'windows' | 'chromeos';
  userName: string;
  displays: readonly Display[];
  privacy: boolean;
  clock: Clock;
  layers: LayerCache;
  /** Called for every picture that was drawn for a stream. */
  onDrawn?: (frame: { displayId: string; at: number; bytes: number }) => void;
}): Desktop {
  const { seed, displays, clock, layers } = options;
  registerFonts();
  const scenario = createScenario({ seed, allInBrowser: options.look === 'chromeos' });
  const random = seededRandom(seed, 'look');
  const look = {
    look: options.look,
    accent: random.pick(ACCENTS),
    initials: initialsOf(options.userName),
    wallpaper: random.pick(WALLPAPERS),
    darkShelf: random.chance(0.4),
    habit: scenario.habit,
    student: options.userName,
  };
  const listeners = new Set<(change: ScreenChange) => void>();
  let privacy = options.privacy;
  let state: Readonly<DeviceState> = FRESH_STATE;
  let toast: Toast | undefined;
  let picture: Canvas | undefined;
  let remote: RemoteInput | undefined;
  let edits = 0;
  let cancelChange: (() => void) | undefined;

  const tell = (...changes: readonly ScreenChange[]) => {
    edits++;
    for (const listener of listeners) for (const change of changes) listener(change);
  };
  const scene = () => scenario.at(clock.now());
  const shownToast = () => (toast && clock.now() - toast.shownAt < TOAST_MS ? toast : undefined);
  /** A timer runs only while somebody listens. */
  const waitForChange = () => {
    cancelChange?.();
    if (listeners.size === 0) return;
    const now = clock.now();
    cancelChange = clock.after(Math.max(50, scenario.nextChange(now) - now), () => {
      tell('tabs', 'applications');
      waitForChange();
    });
  };
  const edited = () => {
    tell('tabs', 'applications');
    waitForChange();
  };
  const close = (matches: (item: OpenItem) => boolean) => {
    const ids = scene()
      .items.filter(matches)
      .map(({ id }) => id);
    for (const id of ids) scenario.close(id);
    return ids;
  };

  const viewOf = (display: Display, now: number) => ({
    seed,
    look,
    scene: scene(),
    state,
    toast: shownToast(),
    picture,
    remote,
    display,
    now,
  });

  return {
    displays: () => displays,
    privacy: () => privacy,
    setPrivacy(next) {
      if (next === privacy) return;
      privacy = next;
      tell('statuses', 'tabs', 'applications');
    },

    tabs: () => tabsOf(scene(), shownLock(state)),
    applications: () => (options.look === 'chromeos' ? [] : applicationsOf(scene(), shownLock(state), seed)),

    pictureVersion: () =>
      edits * 1_000_000_000 + (Math.floor(clock.now() / PICTURE_EVERY_MS) % 1_000_000_000),

    draw({ displayId, width, height, quality, format = 'jpeg', single = false }: PictureRequest) {
      const display = displays.find(({ id }) => id === displayId);
      if (display === undefined) return undefined;
      const size = sizeWithin(display, width, height);
      const now = clock.now();
      const canvas = canvasOf(size);
      const view = viewOf(display, now);
      // What is painted for one picture must not push out what a hundred running ones need.
      paintDesktop(canvas.getContext('2d'), size, view, single ? createLayerCache({ mostBytes: 0 }) : layers);
      const bytes =
        format === 'webp' ? canvas.toBuffer('image/webp', quality) : canvas.toBuffer('image/jpeg', quality);
      if (!single) options.onDrawn?.({ displayId, at: now, bytes: bytes.byteLength });
      return { bytes, contentType: `image/${format}`, ...size };
    },

    pixels(displayId, widest) {
      const display = displays.find(({ id }) => id === displayId);
      if (display === undefined) return undefined;
      const size = evenSize(sizeWithin(display, widest, Number.POSITIVE_INFINITY));
      const ctx = canvasOf(size).getContext('2d');
      paintDesktop(ctx, size, { ...viewOf(display, clock.now()), isVideo: true }, layers);
      return { ...size, data: ctx.getImageData(0, 0, size.width, size.height).data };
    },
    showPicture(next) {
      edits++;
      if (next === undefined) {
        picture = undefined;
        return;
      }
      const { width, height, data } = next;
      if (picture?.width !== width || picture.height !== height) picture = createCanvas(width, height);
      picture.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
    },

    showRemoteInput(next) {
      edits++;
      remote = next;
    },

    show(next) {
      const before = state;
      state = next;
      edits++;
      // Asked for, or ended.
      const told = next.transfers.findLast(
        ({ id, ending }) => !before.transfers.some((other) => other.id === id && other.ending === ending),
      );
      if (told) toast = transferToast(told, clock.now());
      if (heldPage(shownLock(before)) !== heldPage(shownLock(next))) tell('tabs', 'applications');
    },
    notify(notification) {
      toast = { kind: 'message', ...notification, shownAt: clock.now() };
      edits++;
    },
    notification() {
      const shown = shownToast();
      return shown?.kind === 'message' ? { title: shown.title, message: shown.message } : undefined;
    },
    launch(launch) {
      if ('command' in launch && options.look === 'chromeos') return false;
      const activity =
        'url' in launch
          ? ({ app: 'page', url: launch.url } as const)
          : ({ app: 'files', command: launch.command } as const);
      scenario.open(activity, clock.now());
      edited();
      return true;
    },
    closeTabs(tabIds) {
      const ids = close(({ id, inBrowser }) => inBrowser && tabIds.includes(id));
      if (ids.length > 0) edited();
      return ids;
    },
    closeApplications(wanted) {
      const ids = close(({ id, inBrowser, label }) =>
        inBrowser ? wanted.includes(BROWSER_ID) : wanted.includes(id) || wanted.includes(label.program),
      );
      if (ids.length > 0) edited();
      return wanted.filter((id) => id === BROWSER_ID || ids.includes(id));
    },
    focusTab(tabId, url) {
      const pages = scene().items.filter(({ inBrowser }) => inBrowser);
      const page =
        pages.find(({ id }) => id === tabId) ?? pages.find(({ label }) => url && label.url === url);
      if (page === undefined) return false;
      scenario.focus(page.id, clock.now());
      edited();
      return true;
    },

    onChange(listener) {
      listeners.add(listener);
      waitForChange();
      return () => {
        listeners.delete(listener);
        waitForChange();
      };
    },
  };
}

/** One drawing surface per size: encoding happens before the next picture is begun. */
const canvases = new Map<string, Canvas>();
function canvasOf({ width, height }: { width: number; height: number }): Canvas {
  const key = `${width}x${height}`;
  const known = canvases.get(key);
  if (known !== undefined) return known;
  if (canvases.size >= 8) canvases.clear();
  const canvas = createCanvas(width, height);
  canvases.set(key, canvas);
  return canvas;
}

const initialsOf = (name: string) =>
  name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
