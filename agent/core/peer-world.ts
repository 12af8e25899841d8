/** A device's peer connections. The core only decides which exist and when they end. */
import type { RetrievedFile } from '#protocol/action-parameters.ts';

/** A tutor's address on the peer server, and the call's reference (`peerPayloadSchema`). */
export type PeerCall = { peerId: string; reference: string };

/**
 * `done`: everything was sent. `left`: the tutor hung up. `ended`: the device hung up. `unreachable`: no
 * connection could be made. `broken`: the connection was lost for good. `refused`: the student declined.
 */
export type PeerEnd = 'done' | 'left' | 'ended' | 'unreachable' | 'broken' | 'refused' | 'no-file' | 'failed';

export type PeerRun = {
  /** Never rejects. */
  ended: Promise<PeerEnd>;
  /** Ends the run from this side and releases everything it uses. */
  end(): void;
};

export type PeerWorld = {
  /** Returns whether this display, or the primary one without an id, can be sent now. */
  hasScreen(displayId: string | undefined): boolean;
  /** Sends a display to a tutor: `live` to watch it, `source` to broadcast it further. */
  sendScreen(call: PeerCall & { purpose: 'live' | 'source'; displayId: string | undefined }): PeerRun;
  /** Shows a tutor's broadcast, full screen if the student allows it. */
  showScreen(call: PeerCall & { tutorName: string | undefined }): PeerRun;
  /** Receives files. `folder` is in the device's own notation, for example `%downloads%`. */
  receiveFiles(
    call: PeerCall & { files: readonly { id: string; name: string; size: number }[]; folder: string },
  ): PeerRun;
  /** Sends a file. If a student picks the files, `file` is the one they picked for the listing. */
  sendFile(call: PeerCall & { file: RetrievedFile }): PeerRun;
  /** Ends every run and closes all sockets. */
  stop(): void;
};
