/** What the world around a device offers for peer connections. The core only decides who may have what, and when it ends. */
import type { RetrievedFile } from '#protocol/action-parameters.ts';

/** The place at which a tutor waits: an address on the peer server, and what the call refers to (`peerPayloadSchema`). */
export type PeerCall = { peerId: string; reference: string };

/**
 * `done`: all that was to be sent is there. `left`: the tutor hung up. `ended`: the device did. `unreachable`: no
 * connection could be made. `broken`: it broke and did not come back. `refused`: the student did not want it.
 */
export type PeerEnd = 'done' | 'left' | 'ended' | 'unreachable' | 'broken' | 'refused' | 'no-file' | 'failed';

export type PeerRun = {
  /** Never rejects. */
  ended: Promise<PeerEnd>;
  /** Ends it from this side; nothing of it runs on. */
  end(): void;
};

export type PeerWorld = {
  /** Whether there is a picture of this display to send now; the primary one where none is named. */
  hasScreen(displayId: string | undefined): boolean;
  /** Sends a display to a tutor: `live` for them to look at, `source` for them to pass on. */
  sendScreen(call: PeerCall & { purpose: 'live' | 'source'; displayId: string | undefined }): PeerRun;
  /** Shows what a tutor shares, full screen where the student allows it. */
  showScreen(call: PeerCall & { tutorName: string | undefined }): PeerRun;
  /** Takes files; `folder` in the device's own notation, for example `%downloads%`. */
  receiveFiles(
    call: PeerCall & { files: readonly { id: string; name: string; size: number }[]; folder: string },
  ): PeerRun;
  /** Hands a file out. Where a student picks what is handed out, `file` is what they picked for the listing. */
  sendFile(call: PeerCall & { file: RetrievedFile }): PeerRun;
  /** Every run has ended, and no socket is left. */
  stop(): void;
};
