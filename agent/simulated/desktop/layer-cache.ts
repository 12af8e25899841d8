/** Caches painted backgrounds until they change. Shared by all desktops of a process and limited in bytes. */
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { createPen, type Pen } from '../../node/paint/pen/pen.ts';

export type LayerRequest = {
  /** The owner of the layer. A newer version replaces the older one. */
  owner: string;
  version: string;
  width: number;
  height: number;
  paint: (pen: Pen) => void;
};
export type LayerCache = ReturnType<typeof createLayerCache>;

export function createLayerCache(options: { maxBytes: number }) {
  const layers = new Map<string, { version: string; canvas: Canvas; bytes: number }>();
  let bytes = 0;

  return {
    get({ owner, version, width, height, paint }: LayerRequest): Canvas {
      const key = `${owner} ${width}x${height}`;
      const known = layers.get(key);
      if (known !== undefined) {
        // The insertion order is the order of use.
        layers.delete(key);
        layers.set(key, known);
        if (known.version === version) return known.canvas;
      }
      const canvas = known?.canvas ?? createCanvas(width, height);
      const ctx = canvas.getContext('2d');
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.globalAlpha = 1;
      paint(createPen(ctx));
      if (known === undefined) bytes += width * height * 4;
      layers.set(key, { version, canvas, bytes: width * height * 4 });
      for (const [old, layer] of layers) {
        if (bytes <= options.maxBytes || old === key) break;
        layers.delete(old);
        bytes -= layer.bytes;
      }
      return canvas;
    },
    bytes: () => bytes,
  };
}
