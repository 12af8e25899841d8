/** A viewer's pixel format: 32 bits with 8 for each colour, in any order. Every viewer supports that. */
export type PixelFormat = {
  /** The byte of each colour within a pixel. */
  red: number;
  green: number;
  blue: number;
};

/** The format in which the desktop is drawn. */
export const DRAWN_FORMAT: PixelFormat = { red: 0, green: 1, blue: 2 };

/** The 16 bytes of DRAWN_FORMAT: 32 bits, 24 of them colour, little-endian, true colour. */
export const DRAWN_FORMAT_BYTES = Buffer.from([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0]);

/** Returns undefined if the format is not supported. */
export function readPixelFormat(bytes: Buffer): PixelFormat | undefined {
  const [bitsPerPixel, , isBigEndian, isTrueColour] = bytes;
  const isEightEach = [4, 6, 8].every((at) => bytes.readUInt16BE(at) === 255);
  const shifts = [10, 11, 12].map((at) => bytes[at] ?? 0);
  if (bitsPerPixel !== 32 || !isTrueColour || !isEightEach) return undefined;
  if (shifts.some((shift) => shift % 8 !== 0 || shift > 24)) return undefined;
  const [red = 0, green = 0, blue = 0] = shifts.map((shift) => (isBigEndian ? 3 - shift / 8 : shift / 8));
  return { red, green, blue };
}

const isDrawn = ({ red, green, blue }: PixelFormat) => red === 0 && green === 1 && blue === 2;

/** Reorders the colours in place. */
export function orderColours(pixels: Buffer, format: PixelFormat): Buffer {
  if (isDrawn(format)) return pixels;
  for (let at = 0; at < pixels.length; at += 4) {
    const [r = 0, g = 0, b = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
    pixels.fill(0, at, at + 4);
    pixels[at + format.red] = r;
    pixels[at + format.green] = g;
    pixels[at + format.blue] = b;
  }
  return pixels;
}
