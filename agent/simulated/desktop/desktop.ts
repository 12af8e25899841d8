/** A student's desktop, used as the core's screen. */
import type { Canvas } from '@napi-rs/canvas';
import type { Clock, EpochMs } from '#protocol/clock.ts';
import type { Display } from '#protocol/feedback.ts';
import { type DeviceState, FRESH_STATE, shownLock } from '../../core/device-state.ts';
import type { PictureRequest, Screen, ScreenChange } from '../../core/screen.ts';
import { registerFonts } from '../../node/paint/fonts.ts';
import { seededRandom } from '../seeded-random.ts';
import { canvasWith, encodedPicture, type Pixels, pixelsOf } from './desktop-pictures.ts';
import { createLayerCache, type LayerCache } from './layer-cache.ts';
import { createLessonClock } from './lesson-clock.ts';
import { createOpenWindows } from './open-windows.ts';
import type { DesktopLook } from './paint-desktop.ts';
import type { RemoteInput } from './remote-input.ts';
import { applicationsOf, heldPage, tabsOf } from './reported-windows.ts';
import { createScenario } from './scenario.ts';
import { createToasts } from './toasts.ts';
import { WALLPAPERS } from './wallpaper.ts';

const ACCENTS = ['#2b6fe0', '#c0397a', '#1f9d5b', '#e07a1f', '#7b4fd6', '#0f7b8a'];
const INTERVAL_MS = 1_000;

type Look = DesktopLook['look'];

export type Desktop = Screen & {
  setPrivacy(privacy: boolean): void;
  /** The tutor's notification that the student sees now. */
  notification(): { title: string; message: string } | undefined;
  /** The display's current pixels in RGBA, no wider than `widest`, with an even width and height. */
  pixels(displayId: string, widest: number): Pixels | undefined;
  /** Shows the picture of a tutor's broadcast in place of a placeholder. */
  showPicture(picture: Pixels | undefined): void;
  /** Shows the input of a tutor who controls the machine; undefined without remote control. */
  showRemoteInput(input: RemoteInput | undefined): void;
};

export function createDesktop(options: {
  seed: string;
  look: Look;
  userName: string;
  displays: readonly Display[];
  privacy: boolean;
  clock: Clock;
  layers: LayerCache;
  /** Called for every picture that was drawn for a stream. */
  onDrawn?: (frame: { displayId: string; at: EpochMs; bytes: number }) => void;
}): Desktop {
  const { seed, displays, clock, layers } = options;
  registerFonts();
  const scenario = createScenario({ seed, allInBrowser: options.look === 'chromeos' });
  const look = lookOfStudent(options, scenario.habit);
  const listeners = new Set<(change: ScreenChange) => void>();
  let privacy = options.privacy;
  let state: Readonly<DeviceState> = FRESH_STATE;
  const toasts = createToasts(clock);
  let picture: Canvas | undefined;
  let remote: RemoteInput | undefined;
  let edits = 0;
  let cancelChange: (() => void) | undefined;

  const notify = (...changes: readonly ScreenChange[]) => {
    edits++;
    for (const listener of listeners) for (const change of changes) listener(change);
  };
  const lesson = createLessonClock(clock);
  const scene = () => scenario.at(lesson.now());
  /** The timer runs only while there are listeners. */
  const waitForChange = () => {
    cancelChange?.();
    if (listeners.size === 0 || !lesson.runs()) return;
    const now = lesson.now();
    cancelChange = clock.after(Math.max(50, scenario.nextChange(now) - now), edited);
  };
  function edited(): void {
    notify('tabs', 'applications');
    waitForChange();
  }
  const windows = createOpenWindows({
    scenario,
    clock: lesson,
    hasPrograms: options.look === 'windows',
    onChange: edited,
  });

  const displayOf = (displayId: string) => displays.find(({ id }) => id === displayId);
  const viewOf = (display: Display, now: number) => ({
    seed,
    look,
    scene: scene(),
    state,
    toast: toasts.shown(),
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
      notify('statuses', 'tabs', 'applications');
    },

    tabs: () => tabsOf(scene(), shownLock(state)),
    applications: () => (options.look === 'chromeos' ? [] : applicationsOf(scene(), shownLock(state), seed)),

    pictureVersion: () => edits * 1_000_000_000 + (Math.floor(clock.now() / INTERVAL_MS) % 1_000_000_000),

    draw(request: PictureRequest) {
      const display = displayOf(request.displayId);
      if (display === undefined) return undefined;
      const now = clock.now();
      // Layers of a single picture must not evict those that a hundred running streams need.
      const used = request.single ? createLayerCache({ maxBytes: 0 }) : layers;
      const drawn = encodedPicture(viewOf(display, now), request, used);
      if (!request.single)
        options.onDrawn?.({ displayId: display.id, at: now, bytes: drawn.bytes.byteLength });
      return drawn;
    },

    pixels(displayId, widest) {
      const display = displayOf(displayId);
      return display && pixelsOf(viewOf(display, clock.now()), widest, layers);
    },
    showPicture(next) {
      edits++;
      picture = next && canvasWith(next, picture);
    },

    showRemoteInput(next) {
      edits++;
      remote = next;
    },

    show(next) {
      const before = state;
      state = next;
      edits++;
      if (lesson.follow(next)) waitForChange();
      toasts.followTransfers(before.transfers, next.transfers);
      if (heldPage(shownLock(before)) !== heldPage(shownLock(next))) notify('tabs', 'applications');
    },
    notify(notification) {
      toasts.notify(notification);
      edits++;
    },
    notification: toasts.notification,
    ...windows,

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

function lookOfStudent(
  options: { seed: string; look: Look; userName: string },
  habit: DesktopLook['habit'],
): DesktopLook {
  const random = seededRandom(options.seed, 'look');
  return {
    look: options.look,
    accent: random.pick(ACCENTS),
    initials: initialsOf(options.userName),
    wallpaper: random.pick(WALLPAPERS),
    darkShelf: random.chance(0.4),
    habit,
    student: options.userName,
  };
}

const initialsOf = (name: string) =>
  name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
