/** Why a file was not transferred: a closed list of codes. The interface holds the texts, by code. */
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import { PeerFailure, type PeerFailureCode } from '../peer-failure.ts';

/**
 * `disconnected`: the device does not answer a ping. `no-answer`: it does, but nothing moved for 15 s.
 * `unreachable`: no direct connection was established. `broken`: it broke, each time that the device dialled.
 * `not-sent`: the request was not sent, or the platform refused it. `offline`: this console is offline.
 * `stopped`: ended on the device. `refused`, `busy`, `unsupported`, `no-file`, `failed`: the device's report.
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

/** Maps the code in a device's answer, which may be any text. */
export const problemOfReply = (code: string | undefined): FileProblem =>
  (code !== undefined && Object.hasOwn(SAID_BY_DEVICES, code) && SAID_BY_DEVICES[code]) || 'failed';

/** Maps the end of a finished run. `broken` and `silent` are excluded, because the device is pinged first. */
export const problemOfEnd = (end: Exclude<TransferEnd, 'done' | 'broken' | 'silent'>): FileProblem =>
  end === 'cancelled' ? 'stopped' : end;

export const problemOfFailure = (error: unknown): FileProblem =>
  error instanceof PeerFailure ? error.code : 'peer-server';
