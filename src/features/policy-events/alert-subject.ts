import type { LogsOf } from '../../rest/user-logs.ts';

/** Whose alerts a table shows. `title` is what they are called. Text. */
export type AlertSubject = { of: LogsOf; title: string };
