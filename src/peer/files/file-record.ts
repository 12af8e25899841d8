/** What this tab knows of one file and one device. Pure. */
import type { Recipient } from '#protocol/threads/live-action.ts';
import type { FileProblem } from './file-problem.ts';

/** A device that files are sent to or collected from. `name`: how people call the device; text from a device. */
export type ExchangeTarget = { recipient: Recipient; name: string };

/**
 * `waiting`: other devices have their turn. `requested`: the device has been asked to dial. `resumable`: a part of the
 * file is on this computer, and it can go on from there, also after the page was loaded anew. `hasCopy`: the collected
 * file is still here, should the browser have refused the download. `bytes`: what the receiver has on disk.
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
  /** Files that were chosen together: one device's files of one batch go over one connection. */
  readonly batchId: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  readonly state: FileState;
};

const RUNNING: ReadonlySet<FileState['name']> = new Set(['waiting', 'requested', 'progress']);

/** The file is under way: the panel stays open, and leaving the page would break it off. */
export const isRunning = ({ state }: FileRecord): boolean => RUNNING.has(state.name);

export const bytesOf = ({ state, size }: FileRecord): number =>
  state.name === 'finished' ? size : 'bytes' in state ? state.bytes : 0;

/** 0 to 100; 100 only when the file is finished. */
export function progressOf(record: FileRecord): number {
  if (record.state.name === 'finished') return 100;
  return record.size === 0 ? 0 : Math.min(99, Math.floor((bytesOf(record) * 100) / record.size));
}

/** A device that is gone is not asked again. */
export const canRetry = ({ state }: FileRecord): boolean =>
  state.name === 'failed' && state.problem !== 'disconnected';

export const canResume = ({ state }: FileRecord): boolean => state.name === 'resumable';

export const canSave = ({ state }: FileRecord): boolean =>
  state.name === 'finished' && state.hasCopy === true;

/** Problems that may be over another time; what the device or the file said will be the same again. */
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

/** The state of a collect that ended before it was whole. */
export const interrupted = (bytes: number, problem: FileProblem): FileState =>
  bytes > 0 && PASSING.has(problem)
    ? { name: 'resumable', bytes, problem }
    : { name: 'failed', problem, bytes: 0 };

/** The state of a file that ended before it was whole. */
export const brokenOff = (record: FileRecord, problem: FileProblem): FileState =>
  record.direction === 'send'
    ? { name: 'failed', problem, bytes: bytesOf(record) }
    : interrupted(bytesOf(record), problem);
