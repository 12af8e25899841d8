/** This tab's record of one file and one device. Pure. */
import type { Recipient } from '#protocol/threads/live-action.ts';
import type { FileProblem } from './file-problem.ts';

/** A device that files are sent to or collected from. `name`: its displayed name; text from a device. */
export type ExchangeTarget = { recipient: Recipient; name: string };

/**
 * `waiting`: queued behind other devices. `requested`: the device was requested to dial. `resumable`: part of
 * the file is stored here, so the transfer can resume, also after a reload. `hasCopy`: the collected file is
 * stored, in case the browser refused the download. `bytes`: on the receiver's disk.
 */
export type FileState =
  | { name: 'waiting'; bytes: number }
  | { name: 'requested'; bytes: number }
  | { name: 'progress'; bytes: number }
  | { name: 'finished'; hasCopy?: true }
  | { name: 'cancelled' }
  | { name: 'failed'; problem: FileProblem; bytes: number }
  | { name: 'resumable'; bytes: number; problem?: FileProblem };

export type Direction = 'send' | 'collect';

export type FileRecord = {
  readonly id: string;
  readonly direction: Direction;
  readonly target: ExchangeTarget;
  /** Files chosen together; one device's files of a batch share a connection. */
  readonly batchId: string;
  readonly fileName: string;
  readonly size: number;
  readonly state: FileState;
};

const RUNNING: ReadonlySet<FileState['name']> = new Set(['waiting', 'requested', 'progress']);

/** The file is in progress: the panel stays open, and leaving the page would interrupt it. */
export const isRunning = ({ state }: FileRecord): boolean => RUNNING.has(state.name);

export const bytesOf = ({ state, size }: FileRecord): number =>
  state.name === 'finished' ? size : 'bytes' in state ? state.bytes : 0;

/** 0 to 100; 100 only when the file is finished. */
export function progressOf(record: FileRecord): number {
  if (record.state.name === 'finished') return 100;
  return record.size === 0 ? 0 : Math.min(99, Math.floor((bytesOf(record) * 100) / record.size));
}

/** A disconnected device is not retried. */
export const canRetry = ({ state }: FileRecord): boolean =>
  state.name === 'failed' && state.problem !== 'disconnected';

export const canResume = ({ state }: FileRecord): boolean => state.name === 'resumable';

export const canSave = ({ state }: FileRecord): boolean =>
  state.name === 'finished' && state.hasCopy === true;

/** Problems that may pass; errors reported by the device or the file would repeat. */
const PASSING: ReadonlySet<FileProblem> = new Set([
  'disconnected',
  'no-answer',
  'unreachable',
  'broken',
  'not-sent',
  'offline',
  'stopped',
  'busy',
  'failed',
  'stun',
  'peer-configuration',
  'no-ice-servers',
  'ice-servers-refused',
  'peer-server',
]);

/** The state of a collect that ended before it was complete. */
export const interrupted = (bytes: number, problem: FileProblem): FileState =>
  bytes > 0 && PASSING.has(problem)
    ? { name: 'resumable', bytes, problem }
    : { name: 'failed', problem, bytes: 0 };

/** The state of a file that ended before it was complete. */
export const brokenOff = (record: FileRecord, problem: FileProblem): FileState =>
  record.direction === 'send'
    ? { name: 'failed', problem, bytes: bytesOf(record) }
    : interrupted(bytesOf(record), problem);
