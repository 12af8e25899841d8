const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A time of the platform (ISO 8601) as people read it here. */
export const timeText = (time: string): string => when.format(new Date(time));
