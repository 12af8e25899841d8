/** WebRTC of the simulated class, in one process for all of its devices. */
import { SOURCE_COMMAND } from '../../node/webrtc/source-command.ts';
import { createWebRtcProcess, type WebRtc } from '../../node/webrtc/webrtc.ts';

const shared = createWebRtcProcess({
  // Bundled scripts keep the URLs of their sources, so the source is there.
  command: SOURCE_COMMAND,
  onDeath: (how) =>
    console.error(
      `The simulated class: its WebRTC process has ended (${how}); the next call starts another.`,
    ),
});

/** Rejects if there is no build of the library for this machine. */
export const loadWebRtc = (): Promise<WebRtc> => shared.load();
