/** Where the platform's own words go. One line per fact, never a token, code or secret (decision 32). */
export type LogFields = Readonly<Record<string, unknown>>;
export type LogLevel = 'info' | 'warn' | 'error';
export type LogLine = { level: LogLevel; message: string; fields?: LogFields };
export type Log = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

/** What must not be written anywhere: JWTs, long opaque values and the queries of addresses. */
const JWT = /\b[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}\b/g;
const OPAQUE = /\b[A-Za-z0-9_-]{40,}\b/g;
const QUERY = /(\/[^\s?#"']*)[?#][^\s"']*/g;
/** `postgres://user:password@host` */
const PASSWORD = /(\/\/[^\s/:@]*):[^\s/@]+@/g;

/** Takes queries, fragments, tokens and passwords out of a text. */
export function redact(text: string): string {
  return text
    .replace(PASSWORD, '$1:…@')
    .replace(JWT, '[token]')
    .replace(QUERY, '$1')
    .replace(OPAQUE, '[secret]');
}

const clean = (value: unknown): unknown =>
  typeof value === 'string'
    ? redact(value)
    : value instanceof Error
      ? redact(value.stack ?? String(value))
      : value;

/** Passes redacted lines to `sink`. */
export function createLog(sink: (line: LogLine) => void): Log {
  const at = (level: LogLevel) => (message: string, fields?: LogFields) =>
    sink({
      level,
      message: redact(message),
      ...(fields && {
        fields: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, clean(value)])),
      }),
    });
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

export const silentLog: Log = createLog(() => {});
