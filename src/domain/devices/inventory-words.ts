/** Texts of the device inventory. */

/** Shown for a program without a publisher and for a driver without a provider. */
export const NOT_SPECIFIED = 'Not specified';

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
const timeFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** `March 5, 2024, 3:04 PM`, in the time zone of this computer. Empty if `isoTime` is not a valid time. */
export function longDate(isoTime: string): string {
  const at = new Date(isoTime);
  if (Number.isNaN(at.getTime())) return '';
  // Some browsers put a narrow space before AM and PM.
  return `${dayFormat.format(at)}, ${timeFormat.format(at).replace(/\s/g, ' ')}`;
}

const GIB = 1_073_741_824;

/** `16 GB`; empty if the number of bytes is unknown. */
export function gigabytes(bytes: string): string {
  const count = Number(bytes);
  return bytes.trim() === '' || !Number.isFinite(count) || count < 0 ? '' : `${Math.round(count / GIB)} GB`;
}

const MAX_TITLE = 47;

/** At most 47 characters of the title, with an ellipsis if it is longer. */
export function shortTitle(title: string): string {
  const characters = [...title];
  return characters.length <= MAX_TITLE ? title : `${characters.slice(0, MAX_TITLE).join('')}…`;
}
