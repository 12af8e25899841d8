/** Why a file did not get there: a closed list. The words for people stand in the interface, by code. */
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import { PeerFailure, type PeerFailureCode } from '../peer-failure.ts';

/**
 * `disconnected`: the device does not answer a ping. `no-answer`: it does, but nothing moved for 15 s. `unreachable`: no
 * direct connection came about. `broken`: one did and broke, each time that the device dialled. `not-sent`: the request
 * did not leave, or the platform did not allow it. `offline`: this console has no connection itself. `stopped`: ended on
 * the device. `refused`, `busy`, `unsupported`, `no-file`, `failed`: what the device said.
 */
export type FileProblem =
  | 'disconnected'
  | 'no-answer'
  | 'unreachable'
  | 'broken'
  | 'not-sent'
  | 'offline'
  | 'stopped'
  | 'refused'
  | 'busy'
  | 'unsupported'
  | 'no-file'
  | 'failed'
  | PeerFailureCode
  | Exclude<TransferEnd, 'done' | 'cancelled' | 'broken' | 'silent'>;

const SAID_BY_DEVICES: Readonly<Record<string, FileProblem>> = {
  refused: 'refused',
  busy: 'busy',
  unsupported: 'unsupported',
  'no-file': 'no-file',
  'not-found': 'no-file',
  left: 'stopped',
  cancelled: 'stopped',
  unreachable: 'unreachable',
  broken: 'broken',
  silent: 'no-answer',
  changed: 'changed',
  'bad-hash': 'bad-hash',
  'bad-chunk': 'bad-chunk',
  unexpected: 'unexpected',
  'too-large': 'too-large',
  unreadable: 'unreadable',
  'disk-full': 'disk-full',
};

/** Of the code in a device's answer; it may say anything. */
export const problemOfReply = (code: string | undefined): FileProblem =>
  (code !== undefined && Object.hasOwn(SAID_BY_DEVICES, code) && SAID_BY_DEVICES[code]) || 'failed';

/** Of one that is over for good: `broken` and `silent` are not, the device is asked first. */
export const problemOfEnd = (end: Exclude<TransferEnd, 'done' | 'broken' | 'silent'>): FileProblem =>
  end === 'cancelled' ? 'stopped' : end;

export const problemOfFailure = (error: unknown): FileProblem =>
  error instanceof PeerFailure ? error.code : 'peer-server';
