/** Prints log lines as text for people or as JSON for programs, with a limit for each message. */
import type { EpochMs } from '#protocol/clock.ts';
import { createLineLimit } from './line-limit.ts';
import { type LogLine, oneLineOfJson } from './log.ts';

/** `text`: warnings and errors. `json`: one object per line, of every level. */
export type LogFormat = 'text' | 'json';

export type TerminalLines = {
  write(line: LogLine): void;
  /** Prints how many lines were omitted so far. */
  stop(): void;
};

export type TerminalLinesOptions = {
  format?: LogFormat;
  clock?: () => EpochMs;
};

const LINES_PER_MINUTE = 30;

/** `print` receives each line without its line end. */
export function createTerminalLines(
  print: (line: string) => void,
  { format = 'text', clock = Date.now }: TerminalLinesOptions = {},
): TerminalLines {
  const printLine = (line: LogLine) => print(format === 'json' ? jsonLine(line, clock()) : textLine(line));
  const limit = createLineLimit({
    perMinute: LINES_PER_MINUTE,
    onOmitted(about, more) {
      if (format === 'text') print(`${about} … and ${more} more in the last minute`);
      else
        printLine({ level: 'warn', message: 'left out lines of the last minute', fields: { about, more } });
    },
  });
  return {
    write(line) {
      const isShown = format === 'json' || line.level !== 'info';
      if (isShown && limit.take(`${line.level}: ${line.message}`)) printLine(line);
    },
    stop: limit.stop,
  };
}

/** Every line has the same keys; only `requestId` may be missing. */
export const jsonLine = ({ level, message, requestId, fields = {} }: LogLine, at: EpochMs): string =>
  oneLineOfJson({ time: new Date(at).toISOString(), level, message, requestId, fields });

function textLine({ level, message, requestId, fields = {} }: LogLine): string {
  const all = requestId === undefined ? fields : { ...fields, requestId };
  const details = Object.entries(all).map(([name, value]) => `${name}=${shown(value)}`);
  return [`${level}: ${message}`, ...details].join(' ');
}

/** A value with a space, `=` or `"` is quoted, so that it cannot forge another field. */
function shown(value: unknown): string {
  const text = String(value);
  return /[\s="]/.test(text) && !text.includes('\n') ? `"${text.replaceAll('"', '\\"')}"` : text;
}
