/**
 * The messages between the worker, which decides about peer connections, and the offscreen document, which
 * holds them because workers cannot. They are JSON, so pictures are base64.
 */
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import type { PeerEnd, PeerWorld } from '../core/peer-world.ts';

export const PEER_PORT = 'peers';
/** The page that shows a tutor's screen holds that connection itself, by the same messages. */
export const BROADCAST_PORT = 'broadcast';

type Arguments<Name extends keyof PeerWorld> = PeerWorld[Name] extends (call: infer Call) => unknown
  ? Call
  : never;

/** A run of the core, with the arguments of the call that starts it. */
export type RunRequest =
  | { kind: 'sendScreen'; call: Arguments<'sendScreen'> }
  | { kind: 'showScreen'; call: Arguments<'showScreen'> }
  | { kind: 'receiveFiles'; call: Arguments<'receiveFiles'> }
  | { kind: 'sendFile'; call: Arguments<'sendFile'> };

export type PeerPlace = {
  configuration: Pick<
    TenantConfiguration,
    'tenant' | 'AUTH_URL' | 'REST_URL' | 'PEER_SERVER' | 'CONSOLE_URL'
  >;
  siteId: string;
};

export type ToPeerHost =
  /** The first message. A later one replaces the place, and ends all runs. */
  | { name: 'place'; place: PeerPlace }
  | { name: 'begin'; run: number; request: RunRequest }
  | { name: 'end'; run: number }
  /** The answer to `want-token`. */
  | { name: 'token'; id: number; token: string | undefined }
  /** The answer to `save`. */
  | { name: 'saved'; key: string; isSaved: boolean }
  /** The student cancels the transfer of a file. */
  | { name: 'cancel-file'; key: string }
  /** A picture of a display, as JPEG in base64. */
  | { name: 'frame'; displayId: string; jpeg: string };

export type FromPeerHost =
  | { name: 'ended'; run: number; end: PeerEnd }
  | { name: 'want-token'; id: number }
  /** The displays whose pictures are sent to tutors now. */
  | { name: 'sources'; displayIds: readonly string[] }
  /** The picture was taken over, and the next one may follow. */
  | { name: 'frame-done'; displayId: string }
  /** A file is on its way, or has ended. `bytes` were transferred. */
  | { name: 'file'; file: MovingFile }
  /** A received file is complete and readable at this address. The worker saves it, and answers by `saved`. */
  | { name: 'save'; key: string; url: string; fileName: string };

/** One file on its way between this browser and a tutor. */
export type MovingFile = {
  /** Identifies the file over all attempts. */
  key: string;
  direction: 'in' | 'out';
  name: string;
  /** In bytes. */
  size: number;
  bytes: number;
  /** Absent while the transfer runs. */
  end?: TransferEnd;
};
