import { dayAndTime } from '#domain/time-text.ts';

/** A time of the platform (ISO 8601), formatted for this locale. */
export const timeText = (time: string): string => dayAndTime(new Date(time));
