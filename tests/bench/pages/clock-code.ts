/**
 * A clock as a picture that survives any codec: milliseconds as large black and white squares at the top, with a check
 * sum behind them. Drawn on one machine's screen and read on another's it tells how old the picture is.
 */
const COLUMNS = 10;
const TIME_BITS = 32;
const CHECK_BITS = 8;
/** Part of the picture's width that a square is wide; the squares stand in rows from the top left. */
const SQUARE = 1 / 16;
/** Square of the smaller picture that is read, in pixels. */
const READ_PIXELS = 4;
const RANGE = 2 ** TIME_BITS;

const checkOf = (time: number) => (time ^ (time >>> 8) ^ (time >>> 16) ^ (time >>> 24)) & 0xff;

function bitsOf(at: number): boolean[] {
  const time = at % RANGE;
  const bit = (value: number, index: number) => Math.floor(value / 2 ** index) % 2 === 1;
  return [
    ...Array.from({ length: TIME_BITS }, (_, i) => bit(time, i)),
    ...Array.from({ length: CHECK_BITS }, (_, i) => bit(checkOf(time), i)),
  ];
}

/** Epoch ms into a picture of this width. */
export function drawClock(to: CanvasRenderingContext2D, width: number, at: number): void {
  const size = width * SQUARE;
  for (const [index, isSet] of bitsOf(at).entries()) {
    to.fillStyle = isSet ? '#fff' : '#000';
    to.fillRect((index % COLUMNS) * size, Math.floor(index / COLUMNS) * size, size, size);
  }
}

/** Reads clocks from videos. */
export function createClockReader(): (video: HTMLVideoElement) => number | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = COLUMNS * READ_PIXELS;
  canvas.height = Math.ceil((TIME_BITS + CHECK_BITS) / COLUMNS) * READ_PIXELS;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (video) => {
    const square = video.videoWidth * SQUARE;
    const { width, height } = canvas;
    const [fromWidth, fromHeight] = [(width / READ_PIXELS) * square, (height / READ_PIXELS) * square];
    context?.drawImage(video, 0, 0, fromWidth, fromHeight, 0, 0, width, height);
    const pixels = context?.getImageData(0, 0, width, height).data;
    const isSet = (index: number) => {
      const x = (index % COLUMNS) * READ_PIXELS + READ_PIXELS / 2;
      const y = Math.floor(index / COLUMNS) * READ_PIXELS + READ_PIXELS / 2;
      return (pixels?.[(y * width + x) * 4] ?? 0) > 127;
    };
    const number = (from: number, bits: number) =>
      Array.from({ length: bits }, (_, i) => (isSet(from + i) ? 2 ** i : 0)).reduce(
        (sum, bit) => sum + bit,
        0,
      );
    const time = number(0, TIME_BITS);
    return checkOf(time) === number(TIME_BITS, CHECK_BITS) ? time : undefined;
  };
}

/** How old the picture is that a clock was read from, in ms. */
export const ageOf = (clock: number, at: number) => (((at - clock) % RANGE) + RANGE) % RANGE;
