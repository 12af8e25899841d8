/** Composes the picture of one display: cached background, live content, signs and pointer. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { shownLock } from '../../core/device-state.ts';
import { effectsOf } from '../../core/effects.ts';
import { createPen, type Pen } from '../../node/paint/pen/pen.ts';
import type { Rect } from '../../node/paint/pen/pen-shapes.ts';
import type { DesktopActivity } from './activity.ts';
import type { AppKind } from './app-icon.ts';
import type { Moment } from './apps/app-painter.ts';
import { paintBase, paintLive, stageOf } from './apps/paint-activity.ts';
import type { LayerCache } from './layer-cache.ts';
import { paintLockScreen } from './lock-screen.ts';
import { type OverlayView, paintOverlays } from './overlays.ts';
import { paintPointer, pointerAt } from './pointer.ts';
import type { OpenItem, Scene } from './scenario.ts';
import { paintShelf, paintTray, SHELF_HEIGHT, type ShelfApp } from './shelf.ts';
import { paintWallpaper, type Wallpaper } from './wallpaper.ts';
import { contentOf, paintBrowserFrame, paintProgramFrame, type WindowStyle } from './window-frame.ts';

export type DesktopLook = WindowStyle & {
  wallpaper: Wallpaper;
  darkShelf: boolean;
  habit: number;
  student: string;
};

export type DesktopView = OverlayView & {
  /** Identifies the layers of this desktop and seeds its random numbers. */
  seed: string;
  look: DesktopLook;
  scene: Scene;
  /** The picture is part of a video, so its clock shows seconds. */
  isVideo?: boolean;
};

const UNITS = 1280;
const PINNED: readonly AppKind[] = ['browser', 'files', 'document', 'sheet', 'slides', 'drawing', 'code'];

/** Paints `width × height` pixels of the context. */
export function paintDesktop(
  ctx: SKRSContext2D,
  size: { width: number; height: number },
  view: DesktopView,
  layers: LayerCache,
): void {
  const desk = { x: 0, y: 0, w: UNITS, h: (UNITS * size.height) / size.width };
  const scale = size.width / UNITS;
  const pen = createPen(ctx);
  const { state, scene, look } = view;
  const front = view.display.primary ? scene.active : (scene.companion ?? scene.active);
  const lock = shownLock(state);
  const item = lock?.name === 'address' ? lockPage(lock.url, view.now) : front;
  const maximised = lock !== undefined || (view.display.primary ? scene.maximised : true);
  const frame = windowRect(desk, maximised, look.habit);
  const moment = momentOf(item, view, view.now);

  ctx.setTransform(1, 0, 0, 1, 0, 0);
  if (lock?.name === 'message') {
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    paintLockScreen(pen, desk, lock);
    paintOverlays(pen, desk, view);
    return;
  }
  const base = layers.get({
    owner: `${view.seed}/${view.display.id}`,
    version: [scene.version, item?.id, maximised, item ? stageOf(item.activity, moment) : ''].join(' '),
    width: size.width,
    height: size.height,
    paint(to) {
      to.ctx.drawImage(wallpaperLayer(look.wallpaper, size, desk, layers), 0, 0);
      to.ctx.setTransform(scale, 0, 0, scale, 0, 0);
      paintBackground(to, desk, view, { item, frame, maximised });
    },
  });
  ctx.drawImage(base, 0, 0);
  ctx.setTransform(scale, 0, 0, scale, 0, 0);
  if (item) {
    const content = contentOf(frame, item.inBrowser);
    paintLive(pen, content, item.activity, moment);
  }
  paintTray(pen, desk, {
    look: look.look,
    dark: look.darkShelf,
    muted: effectsOf(state).muted,
    now: view.now,
    withSeconds: view.isVideo ?? false,
    battery: 0.35 + look.habit * 0.6,
  });
  paintOverlays(pen, desk, view);
  // A machine has one pointer, and a tutor with remote control has it.
  if (view.display.primary && !state.inputsBlocked && !view.remote?.pointer)
    paintPointer(pen, pointerAt(view.seed, view.now, frame));
}

function paintBackground(
  pen: Pen,
  desk: Rect,
  { scene, look, now, ...view }: DesktopView,
  window: { item: OpenItem | undefined; frame: Rect; maximised: boolean },
): void {
  const { item, frame, maximised } = window;
  if (!maximised) {
    if (look.look === 'windows') paintDeskIcons(pen);
    const behind = scene.companion;
    if (behind && behind.id !== item?.id) {
      const r = { x: desk.w - frame.w - 40, y: 22, w: frame.w, h: frame.h };
      // The window behind is drawn as at the start of the scene. Only the front window changes over time.
      const moment = momentOf(behind, { look }, scene.blockFrom);
      paintWindow(pen, r, { item: behind, scene, look, radius: 10, moment });
      paintLive(pen, contentOf(r, behind.inBrowser), behind.activity, moment);
    }
  }
  if (item) {
    paintWindow(pen, frame, {
      item,
      scene,
      look,
      radius: maximised ? 0 : 10,
      moment: momentOf(item, { look }, now),
    });
  }
  paintShelf(pen, desk, {
    look: look.look,
    dark: look.darkShelf,
    apps: shelfApps(scene, item, view.display.primary),
  });
}

function paintWindow(
  pen: Pen,
  r: Rect,
  window: { item: OpenItem; scene: Scene; look: DesktopLook; radius: number; moment: Moment },
): void {
  const { item, scene, look, radius, moment } = window;
  if (radius > 0) pen.shadow(r, radius);
  if (item.inBrowser) {
    const pages = scene.items.filter(({ inBrowser }) => inBrowser);
    const shown = pages.some(({ id }) => id === item.id) ? pages : [item];
    paintBrowserFrame(pen, r, { pages: shown, active: item, style: look, radius });
  } else paintProgramFrame(pen, r, item, radius);
  paintBase(pen, contentOf(r, item.inBrowser), item.activity, moment);
}

const momentOf = (item: OpenItem | undefined, { look }: Pick<DesktopView, 'look'>, now: number) => ({
  seconds: item ? Math.max(0, (now - item.openedAt) / 1_000) : 0,
  habit: look.habit,
  student: look.student,
});

function windowRect(desk: Rect, maximised: boolean, habit: number): Rect {
  if (maximised) return { x: 0, y: 0, w: desk.w, h: desk.h - SHELF_HEIGHT };
  return { x: 96 + habit * 60, y: 58 + habit * 22, w: 1000, h: desk.h - SHELF_HEIGHT - 108 };
}

const lockPage = (url: string, now: number): OpenItem => {
  const activity: DesktopActivity = { app: 'page', url };
  const label = { kind: 'page', title: url, url, program: 'Browser', processName: 'browser.exe' } as const;
  return { id: `lock ${url}`, activity, label, inBrowser: true, openedAt: now };
};

function wallpaperLayer(
  wallpaper: Wallpaper,
  size: { width: number; height: number },
  desk: Rect,
  layers: LayerCache,
) {
  return layers.get({
    owner: `wallpaper/${wallpaper}`,
    version: '1',
    ...size,
    paint(pen) {
      pen.ctx.setTransform(size.width / desk.w, 0, 0, size.width / desk.w, 0, 0);
      paintWallpaper(pen, desk, wallpaper);
    },
  });
}

function paintDeskIcons(pen: Pen): void {
  for (const [i, name] of ['My files', 'School', 'Homework'].entries()) {
    const y = 24 + i * 100;
    pen.box(26, y + 6, 22, 10, '#e8a317', 3);
    pen.box(26, y + 10, 48, 34, '#ffc93c', 5);
    pen.text(name, 50, y + 66, { size: 13, weight: 500, color: '#ffffff', align: 'center' });
  }
}

function shelfApps(scene: Scene, active: OpenItem | undefined, primary: boolean): readonly ShelfApp[] {
  const kindOf = ({ inBrowser, label }: OpenItem): AppKind => (inBrowser ? 'browser' : label.kind);
  const open = new Set(scene.items.map(kindOf));
  const kinds = primary ? new Set([...PINNED, ...open]) : open;
  return [...kinds].map((kind) => ({
    kind,
    open: open.has(kind),
    active: active !== undefined && kindOf(active) === kind,
  }));
}
