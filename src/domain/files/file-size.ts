/** Sizes of files as people read them. Pure. */

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;
const STEP = 1_024;

/** For example `640.0 KB`. A size that rounds up to a whole step uses the next unit. */
export function fileSizeText(bytes: number): string {
  let size = Math.max(0, bytes);
  let unit = 0;
  while (unit < UNITS.length - 1 && Math.round(size * 10) / 10 >= STEP) {
    size /= STEP;
    unit += 1;
  }
  return `${size.toFixed(1)} ${UNITS[unit]}`;
}
