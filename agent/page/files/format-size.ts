const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** For example `640 KB` or `1.4 GB`. */
export function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1_000 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  const digits = unit > 0 && size < 10 ? 1 : 0;
  return `${size.toFixed(digits)} ${bytes === 1 ? 'byte' : UNITS[unit]}`;
}
