/** How the inventory of devices is written. */

/** Said of a program without a publisher, and of a driver without a provider. */
export const NOT_SPECIFIED = 'Not specified';

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
const timeFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** `March 5, 2024, 3:04 PM`, in the time zone of this computer; empty where it is no time. */
export function longDate(isoTime: string): string {
  const at = new Date(isoTime);
  if (Number.isNaN(at.getTime())) return '';
  // Some browsers put a narrow space before AM and PM.
  return `${dayFormat.format(at)}, ${timeFormat.format(at).replace(/\s/g, ' ')}`;
}

const GIB = 1_073_741_824;

/** `16 GB`; empty where nobody has said how many bytes. */
export function gigabytes(bytes: string): string {
  const count = Number(bytes);
  return bytes.trim() === '' || !Number.isFinite(count) || count < 0 ? '' : `${Math.round(count / GIB)} GB`;
}

const MAX_TITLE = 47;

/** A title of at most 47 characters, and an ellipsis where there was more. */
export function shortTitle(title: string): string {
  const characters = [...title];
  return characters.length <= MAX_TITLE ? title : `${characters.slice(0, MAX_TITLE).join('')}…`;
}
