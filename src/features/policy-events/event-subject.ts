import type { LogsOf } from '#rest/user-logs.ts';

/** The group or person whose events a table shows. `title`: its name, as plain text. */
export type EventSubject = { of: LogsOf; title: string };
