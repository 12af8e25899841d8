import { dayAndTime } from '#domain/time-text.ts';

/** A time of the platform (ISO 8601) as people read it here. */
export const timeText = (time: string): string => dayAndTime(new Date(time));
