/**
 * Paints pictures on canvases, outside React. A `bitmaprenderer` canvas takes ownership of the bitmap, so
 * only unpainted bitmaps are closed here.
 *
 * The pictures of a batch are spread over the page, and a browser redraws the area around all changes. A wall
 * of 200 would be redrawn as a whole, so pictures are painted down the page in slices, one per frame. A
 * canvas in another window is painted immediately, because a hidden page has no frames while that window may
 * be visible.
 */
import type { ThumbnailFrame } from '#protocol/threads/live-worker.ts';

export type ThumbnailPainterDeps = {
  /** Whether pictures are wanted; by default they are. */
  isOpen?(): boolean;
  /** A picture of the client has arrived. */
  onPicture?(clientId: string): void;
  /** The newest picture of these clients is needed again, because their canvas is new. */
  onNeeded(clientIds: readonly string[]): void;
  /** Calls back before the next frame. A hidden page has its next frame when it is shown. */
  nextFrame?(draw: () => void): void;
  /** Whether the canvas is in another window than the page. */
  isElsewhere?(canvas: HTMLCanvasElement): boolean;
};

export type ThumbnailPainter = {
  /** Paints the client's pictures on this canvas, and calls `onPainted` after each; returns the stop. */
  attach(clientId: string, canvas: HTMLCanvasElement, onPainted?: () => void): () => void;
  /** Takes ownership of the frame's bitmap. */
  paint(frame: ThumbnailFrame): void;
  forget(clientId: string): void;
  close(): void;
};

/** A screen of cards at the usual sizes has hardly more, so it changes in one frame. */
const SLICE_SIZE = 20;
/** Minimum share of the waiting pictures per frame. */
const SLICE_PART = 1 / 2;
/** Fewer remaining pictures join this slice, because a frame costs more with every picture on the page. */
const MIN_SLICE_SIZE = 10;

export function createThumbnailPainter({
  isOpen = () => true,
  onPicture = () => {},
  onNeeded,
  nextFrame = (draw) => void requestAnimationFrame(draw),
  isElsewhere = ({ ownerDocument }) => ownerDocument !== document,
}: ThumbnailPainterDeps): ThumbnailPainter {
  const canvases = new Map<string, HTMLCanvasElement>();
  /** The newest picture per client, to be painted on its canvas in the next frames. */
  const waiting = new Map<string, ImageBitmap>();
  let isDrawing = false;
  /** The last canvas of the previous slice; the next slice continues below it. */
  let lastDrawn: HTMLCanvasElement | undefined;
  /** The newest picture of clients whose canvas is not attached yet. */
  const early = new Map<string, ImageBitmap>();
  /** The client whose picture is on a canvas; remounting the same element needs no new picture. */
  const painted = new WeakMap<HTMLCanvasElement, string>();
  const paintListeners = new WeakMap<HTMLCanvasElement, () => void>();
  const seen = new Set<string>();
  const needed = new Set<string>();

  function put(clientId: string, canvas: HTMLCanvasElement, bitmap: ImageBitmap) {
    // The picture sets the proportions; CSS sets the size on the page.
    if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
    if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
    canvas.getContext('bitmaprenderer', { alpha: false })?.transferFromImageBitmap(bitmap);
    painted.set(canvas, clientId);
    paintListeners.get(canvas)?.();
  }

  function drawSlice() {
    isDrawing = false;
    const inOrder = [...waiting.keys()].sort((a, b) => compareByPlace(canvases.get(a), canvases.get(b)));
    // Restart at the top after the last canvas, because a slice that wraps around would redraw everything.
    const from = inOrder.findIndex((clientId) => compareByPlace(canvases.get(clientId), lastDrawn) > 0);
    const ahead = inOrder.slice(Math.max(from, 0));
    const size = Math.max(SLICE_SIZE, Math.ceil(waiting.size * SLICE_PART));
    const slice = ahead.length - size < MIN_SLICE_SIZE ? ahead : ahead.slice(0, size);
    for (const clientId of slice) {
      lastDrawn = canvases.get(clientId);
      const bitmap = take(waiting, clientId);
      if (lastDrawn && bitmap) put(clientId, lastDrawn, bitmap);
    }
    if (waiting.size === 0) lastDrawn = undefined;
    draw();
  }

  function draw() {
    if (isDrawing || waiting.size === 0) return;
    isDrawing = true;
    nextFrame(drawSlice);
  }

  function request(clientId: string) {
    if (needed.size === 0) {
      // A whole screen mounts in one go, so one request covers all its cards.
      queueMicrotask(() => {
        const clientIds = [...needed];
        needed.clear();
        if (clientIds.length > 0) onNeeded(clientIds);
      });
    }
    needed.add(clientId);
  }

  return {
    attach(clientId, canvas, onPainted) {
      canvases.set(clientId, canvas);
      if (onPainted) paintListeners.set(canvas, onPainted);
      const bitmap = take(early, clientId) ?? take(waiting, clientId);
      if (bitmap) put(clientId, canvas, bitmap);
      else if (seen.has(clientId) && painted.get(canvas) !== clientId) request(clientId);
      return () => {
        if (canvases.get(clientId) !== canvas) return;
        paintListeners.delete(canvas);
        canvases.delete(clientId);
        const bitmap = take(waiting, clientId);
        if (bitmap) early.set(clientId, bitmap);
      };
    },
    paint({ clientId, bitmap }) {
      if (!isOpen()) {
        bitmap.close();
        return;
      }
      seen.add(clientId);
      take(early, clientId)?.close();
      take(waiting, clientId)?.close();
      const canvas = canvases.get(clientId);
      if (canvas === undefined) early.set(clientId, bitmap);
      else if (isElsewhere(canvas)) put(clientId, canvas, bitmap);
      else {
        waiting.set(clientId, bitmap);
        draw();
      }
      onPicture(clientId);
    },
    forget(clientId) {
      take(waiting, clientId)?.close();
      take(early, clientId)?.close();
      seen.delete(clientId);
      needed.delete(clientId);
    },
    close() {
      for (const bitmap of [...early.values(), ...waiting.values()]) bitmap.close();
      early.clear();
      waiting.clear();
      seen.clear();
      needed.clear();
    },
  };
}

function take(bitmaps: Map<string, ImageBitmap>, clientId: string): ImageBitmap | undefined {
  const bitmap = bitmaps.get(clientId);
  bitmaps.delete(clientId);
  return bitmap;
}

/** Compares two canvases by their order in the document; a missing one comes first. */
function compareByPlace(a: HTMLCanvasElement | undefined, b: HTMLCanvasElement | undefined): number {
  if (!a || !b) return Number(a !== undefined) - Number(b !== undefined);
  if (a === b) return 0;
  return a.compareDocumentPosition(b) & a.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
