/**
 * Puts pictures on canvases, outside React. A `bitmaprenderer` canvas takes the bitmap over, so there is nothing
 * to close once it is painted; what is not painted is closed here.
 */
import type { Frame } from '#protocol/live-worker.ts';

export type ThumbnailPainterDeps = {
  /** The newest picture of these clients is needed once more: their canvas is new. */
  onNeeded(clientIds: readonly string[]): void;
};

export type ThumbnailPainter = {
  /** Shows the client's pictures on this canvas; returns the stop. */
  attach(clientId: string, canvas: HTMLCanvasElement): () => void;
  /** Takes the frame's bitmap over. */
  paint(frame: Frame): void;
  forget(clientId: string): void;
  close(): void;
};

export function createThumbnailPainter({ onNeeded }: ThumbnailPainterDeps): ThumbnailPainter {
  const canvases = new Map<string, HTMLCanvasElement>();
  /** Came before its canvas; one per client. */
  const early = new Map<string, ImageBitmap>();
  /** Whose picture is on a canvas now; a remount of the same element needs no new one. */
  const painted = new WeakMap<HTMLCanvasElement, string>();
  const seen = new Set<string>();
  const needed = new Set<string>();

  function put(clientId: string, canvas: HTMLCanvasElement, bitmap: ImageBitmap) {
    // Proportions come from the picture; the size on the page is the style's.
    if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
    if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
    canvas.getContext('bitmaprenderer', { alpha: false })?.transferFromImageBitmap(bitmap);
    painted.set(canvas, clientId);
  }

  function ask(clientId: string) {
    if (needed.size === 0) {
      // A whole screen mounts in one go: one request for all of its cards.
      queueMicrotask(() => {
        const clientIds = [...needed];
        needed.clear();
        if (clientIds.length > 0) onNeeded(clientIds);
      });
    }
    needed.add(clientId);
  }

  return {
    attach(clientId, canvas) {
      canvases.set(clientId, canvas);
      const bitmap = early.get(clientId);
      if (bitmap) {
        early.delete(clientId);
        put(clientId, canvas, bitmap);
      } else if (seen.has(clientId) && painted.get(canvas) !== clientId) ask(clientId);
      return () => {
        if (canvases.get(clientId) === canvas) canvases.delete(clientId);
      };
    },
    paint({ clientId, bitmap }) {
      seen.add(clientId);
      early.get(clientId)?.close();
      early.delete(clientId);
      const canvas = canvases.get(clientId);
      if (canvas) put(clientId, canvas, bitmap);
      else early.set(clientId, bitmap);
    },
    forget(clientId) {
      early.get(clientId)?.close();
      early.delete(clientId);
      seen.delete(clientId);
      needed.delete(clientId);
    },
    close() {
      for (const bitmap of early.values()) bitmap.close();
      early.clear();
      seen.clear();
      needed.clear();
    },
  };
}
