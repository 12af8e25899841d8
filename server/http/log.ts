import { currentRequestId } from './request-ids.ts';

/** Where the platform's own words go. One line per fact, never a token, code or secret. */
export type LogFields = Readonly<Record<string, unknown>>;
export type LogLevel = 'info' | 'warn' | 'error';
export type LogLine = {
  level: LogLevel;
  message: string;
  /** Of the call over HTTP during which the line was written. */
  requestId?: string;
  fields?: LogFields;
};
export type Log = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

/** What must not be written anywhere: JWTs, long opaque values and the queries of addresses. */
const JWT = /(?<![\w-])[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g;
const OPAQUE = /\b[A-Za-z0-9_-]{40,}\b/g;
const QUERY = /[?#](?<=\/[^\s?#"']*[?#])[^\s"']*/g;
/** `postgres://user:password@host` */
const PASSWORD = /(\/\/[^\s/:@]*):[^\s/@]+@/g;
/** What begins a line of its own, colours a terminal or turns the direction of a text. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Takes queries, fragments, tokens and passwords out of a text. */
export function redact(text: string): string {
  return text
    .replace(PASSWORD, '$1:…@')
    .replace(JWT, '[token]')
    .replace(QUERY, '')
    .replace(OPAQUE, '[secret]');
}

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
/** Writes characters that cannot be seen as `\u001b`, so that no text from outside makes a line of its own. */
const showUnseen = (text: string): string =>
  text.replace(UNSEEN, (character) => character.split('').map(escapeUnit).join(''));

/** JSON that is one line for every reader and terminal; parsing it gives `value` again. */
export const oneLineOfJson = (value: object): string => showUnseen(JSON.stringify(value));

const cleanText = (text: string) => showUnseen(redact(text));
/** The lines of a stack stay lines, none of which begins as a line of the log does. */
const cleanStack = (stack: string) => stack.split('\n').map(cleanText).join('\n  | ');

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (value instanceof Error) return cleanStack(value.stack ?? String(value));
  if (Array.isArray(value)) return value.map(clean);
  return typeof value === 'object' && value !== null ? cleanText(JSON.stringify(value)) : value;
}

/** Passes redacted lines to `sink`, in which no text can pretend to be a line of its own. */
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
