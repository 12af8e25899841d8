import { currentRequestId } from './request-ids.ts';

/** The platform's log: one line per fact, and never a token, code or secret. */
export type LogFields = Readonly<Record<string, unknown>>;
export type LogLevel = 'info' | 'warn' | 'error';
export type LogLine = {
  level: LogLevel;
  message: string;
  /** The id of the HTTP call during which the line was written. */
  requestId?: string;
  fields?: LogFields;
};
export type Log = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

/** Patterns of text that must never be logged: JWTs, long opaque values and the queries of URLs. */
const JWT = /(?<![\w-])[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g;
const OPAQUE = /\b[A-Za-z0-9_-]{40,}\b/g;
const QUERY = /[?#](?<=\/[^\s?#"']*[?#])[^\s"']*/g;
/** `postgres://user:password@host` */
const PASSWORD = /(\/\/[^\s/:@]*):[^\s/@]+@/g;
/** Characters that start a new line, colour a terminal or change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Removes queries, fragments, tokens and passwords from a text. */
export function redact(text: string): string {
  return text
    .replace(PASSWORD, '$1:…@')
    .replace(JWT, '[token]')
    .replace(QUERY, '')
    .replace(OPAQUE, '[secret]');
}

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
/** Escapes invisible characters as `\u001b`, so that no external text can forge a log line. */
const showUnseen = (text: string): string =>
  text.replace(UNSEEN, (character) => character.split('').map(escapeUnit).join(''));

/** JSON on a single line for every reader and terminal. Parsing it yields `value` again. */
export const oneLineOfJson = (value: object): string => showUnseen(JSON.stringify(value));

const cleanText = (text: string) => showUnseen(redact(text));
/** Keeps the lines of a stack, with a prefix that no log line has. */
const cleanStack = (stack: string) => stack.split('\n').map(cleanText).join('\n  | ');

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (value instanceof Error) return cleanStack(value.stack ?? String(value));
  if (Array.isArray(value)) return value.map(clean);
  return typeof value === 'object' && value !== null ? cleanText(JSON.stringify(value)) : value;
}

/** Passes redacted lines to `sink`. No text in them can forge another line. */
export function createLog(sink: (line: LogLine) => void): Log {
  const at = (level: LogLevel) => (message: string, fields?: LogFields) => {
    const requestId = currentRequestId();
    sink({
      level,
      message: cleanText(message),
      ...(requestId !== undefined && { requestId }),
      ...(fields && {
        fields: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, clean(value)])),
      }),
    });
  };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

export const silentLog: Log = createLog(() => {});
