import type { LogsOf } from '../../rest/user-logs.ts';

/** Whose events a table shows. `title`: the name of the group or person, as plain text. */
export type EventSubject = { of: LogsOf; title: string };
