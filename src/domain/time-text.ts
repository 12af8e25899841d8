/**
 * Formats times by the locale of the person's browser, so that people read the clock they are used to. All
 * times are formatted here, because one page would otherwise have 4:36 PM beside 16:36.
 */
type Time = number | Date;

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const clockWithSeconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const dayWithSeconds = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });

/** The hour and minute, such as 4:36 PM or 16:36. A number is epoch ms. */
export const clockTime = (time: Time): string => clock.format(time);
export const clockTimeWithSeconds = (time: Time): string => clockWithSeconds.format(time);
/** A short date and time, such as Nov 28, 2026, 4:36 PM. */
export const dayAndTime = (time: Time): string => day.format(time);
export const dayAndTimeWithSeconds = (time: Time): string => dayWithSeconds.format(time);
/** A long date and time, such as November 28, 2026 at 4:36 PM. */
export const longDayAndTime = (time: Time): string => longDay.format(time);
