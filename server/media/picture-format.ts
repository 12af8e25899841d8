/**
 * Reads a picture's format, pixel size and length from the file's bytes, without decoding. Phones append
 * films, sounds and further pictures, which are never decoded.
 */

/** `end`: the length of the picture in bytes. */
export type PictureFormat = {
  type: 'png' | 'jpeg' | 'webp' | 'gif';
  width: number;
  height: number;
  end: number;
};
export type FormatAnswer = PictureFormat | { type: 'none'; reason: string };

type Found = { width: number; height: number; end: number };

const NOT_A_PICTURE = 'The file is not a PNG, JPEG, WebP or GIF picture.';
const BROKEN = 'The picture is damaged or cut off.';

const starts = (bytes: Buffer, text: string, at = 0) =>
  bytes.toString('latin1', at, at + text.length) === text;

/** A read beyond the end throws a RangeError, which means that the file is truncated. */
function readPng(bytes: Buffer): Found {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  for (let at = 8; ; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (starts(bytes, 'IEND', at + 4)) return { width, height, end };
    at = end;
  }
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function readJpeg(bytes: Buffer): Found {
  let size = { width: 0, height: 0 };
  for (let at = 2; ; ) {
    // Scan data between markers, in which FF is followed by 00 or a restart.
    while (bytes.readUInt8(at) !== 0xff) at++;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === 0xd9) return { ...size, end: at + 2 };
    else {
      if (isFrame(marker)) {
        const next = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
        // A second frame would be drawn in its own size.
        if (next.width * next.height > size.width * size.height) size = next;
      }
      at += 2 + bytes.readUInt16BE(at + 2);
    }
  }
}

function readWebp(bytes: Buffer): Found {
  const end = 8 + bytes.readUInt32LE(4);
  if (starts(bytes, 'VP8X', 12))
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, end };
  if (starts(bytes, 'VP8L', 12)) {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, end };
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff, end };
}

const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function readGif(bytes: Buffer): Found {
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  let at = 13 + colourTable(bytes.readUInt8(10));
  const skipBlocks = () => {
    while (bytes.readUInt8(at) !== 0) at += 1 + bytes.readUInt8(at);
    at++;
  };
  for (;;) {
    const kind = bytes.readUInt8(at);
    if (kind === 0x3b) return { width, height, end: at + 1 };
    if (kind === 0x21) at += 2;
    else if (kind === 0x2c) {
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      at += 11 + colourTable(bytes.readUInt8(at + 9));
    } else throw new RangeError('no block of a GIF');
    skipBlocks();
  }
}

function formatOf(
  bytes: Buffer,
): { type: PictureFormat['type']; read: (bytes: Buffer) => Found } | undefined {
  if (starts(bytes, '\x89PNG\r\n\x1a\n') && starts(bytes, 'IHDR', 12)) return { type: 'png', read: readPng };
  if (starts(bytes, '\xff\xd8\xff')) return { type: 'jpeg', read: readJpeg };
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBPVP8', 8)) return { type: 'webp', read: readWebp };
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return { type: 'gif', read: readGif };
  return undefined;
}

function endOf(bytes: Buffer, read: (bytes: Buffer) => Found) {
  try {
    const found = read(bytes);
    return found.end > bytes.length ? { reason: BROKEN } : found;
  } catch (error) {
    if (error instanceof RangeError) return { reason: BROKEN };
    throw error;
  }
}

export function readPictureFormat(bytes: Buffer): FormatAnswer {
  const format = formatOf(bytes);
  if (format === undefined) return { type: 'none', reason: NOT_A_PICTURE };
  const found = endOf(bytes, format.read);
  if ('reason' in found) return { type: 'none', reason: found.reason };
  const { width, height, end } = found;
  return width < 1 || height < 1
    ? { type: 'none', reason: BROKEN }
    : { type: format.type, width, height, end };
}
