/** Lines of the log as the operator reads them on the terminal: warnings and errors, limited for each message. */
import { createLineLimit } from './line-limit.ts';
import type { LogLine } from './log.ts';

export type TerminalLines = {
  write(line: LogLine): void;
  /** Writes what was left out so far. */
  stop(): void;
};

const LINES_PER_MINUTE = 30;

/** `print` gets each line without its end. */
export function createTerminalLines(print: (line: string) => void): TerminalLines {
  const limit = createLineLimit({
    perMinute: LINES_PER_MINUTE,
    leftOut: (about, count) => print(`${about} … and ${count} more in the last minute`),
  });
  return {
    write({ level, message, fields = {} }) {
      if (level === 'info' || !limit.take(`${level}: ${message}`)) return;
      const details = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
      print([`${level}: ${message}`, ...details].join(' '));
    },
    stop: limit.stop,
  };
}

/** A value with a space or a sign of the line's own stands in quotes: it cannot pretend to be another field. */
function shown(value: unknown): string {
  const text = String(value);
  return /[\s="]/.test(text) && !text.includes('\n') ? `"${text.replaceAll('"', '\\"')}"` : text;
}
