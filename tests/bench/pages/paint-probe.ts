/** Runs in the console before its own code: notes when pictures are first put on a canvas of the document. */
export type PaintProbe = {
  /** Milliseconds from the navigation to the frame after the first picture of so many canvases. */
  painted(canvases: number): number | undefined;
};

const seen = new WeakSet<object>();
const times: number[] = [];
const { prototype } = ImageBitmapRenderingContext;
const transfer = prototype.transferFromImageBitmap;
prototype.transferFromImageBitmap = function (bitmap: ImageBitmap | null) {
  transfer.call(this, bitmap);
  if (bitmap === null || seen.has(this.canvas)) return;
  seen.add(this.canvas);
  // Pictures are put there in an animation frame: the next one begins after that one has been painted.
  requestAnimationFrame(() => times.push(performance.now()));
};

const probe: PaintProbe = { painted: (canvases) => times[canvases - 1] };
Object.assign(globalThis, { lecternPaint: probe });
