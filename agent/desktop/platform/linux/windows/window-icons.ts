/** Icons of windows as small images. Each is read once, because a program rarely changes it. */
import { pngAddress } from '../../../pictures/encode-picture.ts';
import { scalePicture } from '../../../pictures/scale-picture.ts';
import type { XDisplay } from '../x11/x-display.ts';

/** In pixels. */
const ICON_SIZE = 32;

type Icon = { width: number; height: number; at: number };

export function createWindowIcons(display: Pick<XDisplay, 'property'>) {
  const icons = new Map<number, Promise<string | undefined>>();
  return {
    /** Undefined: the window has no icon. */
    of(window: number): Promise<string | undefined> {
      const known = icons.get(window) ?? readIcon(display, window);
      icons.set(window, known);
      return known;
    },
    forget: (window: number) => void icons.delete(window),
  };
}

async function readIcon(display: Pick<XDisplay, 'property'>, window: number): Promise<string | undefined> {
  const data = await display.property(window, '_NET_WM_ICON');
  const best = data && bestIcon(data);
  if (data === undefined || best === undefined) return undefined;
  const { width, height, at } = best;
  const bgrx = data.subarray(at, at + width * height * 4);
  const scale = Math.min(ICON_SIZE / width, ICON_SIZE / height, 1);
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const picture = scalePicture({ width, height, bgrx }, size);
  copyAlpha(bgrx, width, height, picture);
  return pngAddress(picture).catch(() => undefined);
}

/** The smallest icon that is large enough, else the largest. The property lists them one after the other. */
export function bestIcon(data: Buffer): Icon | undefined {
  let best: Icon | undefined;
  for (let at = 0; at + 8 <= data.length; ) {
    const icon = { width: data.readUInt32LE(at), height: data.readUInt32LE(at + 4), at: at + 8 };
    at = icon.at + icon.width * icon.height * 4;
    if (icon.width === 0 || icon.height === 0 || at > data.length) break;
    const isLarge = icon.width >= ICON_SIZE;
    const isBetter =
      best === undefined ||
      (isLarge ? best.width < ICON_SIZE || icon.width < best.width : icon.width > best.width);
    if (isBetter) best = icon;
  }
  return best;
}

/** The transparency of the nearest pixel; pictures of displays have none. */
function copyAlpha(
  bgra: Uint8Array,
  fromWidth: number,
  fromHeight: number,
  { width, height, rgba }: { width: number; height: number; rgba: Uint8ClampedArray },
): void {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from =
        Math.floor(((y + 0.5) * fromHeight) / height) * fromWidth +
        Math.floor(((x + 0.5) * fromWidth) / width);
      rgba[(y * width + x) * 4 + 3] = bgra[from * 4 + 3] ?? 255;
    }
}
