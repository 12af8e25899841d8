/** Shows a tutor's broadcast on the desktop, one picture a second, because thumbnails show no more. */

import type { WebRtc } from '../../node/webrtc/webrtc.ts';
import type { PeerWorldDeps } from '../../peer/create-peer-world.ts';
import type { Desktop } from '../desktop/desktop.ts';

const INTERVAL_MS = 1_000;

export function createBroadcastScreen(options: {
  desktop: Pick<Desktop, 'showPicture'>;
  webRtc: () => WebRtc | undefined;
}) {
  const { desktop } = options;
  let allFrames = 0;
  let refuse = () => {};

  const show: PeerWorldDeps['show'] = (stream) => {
    const [track] = stream.getVideoTracks();
    const stopSink =
      track &&
      options.webRtc()?.videoSink(
        track,
        (picture, frames) => {
          allFrames += frames;
          desktop.showPicture(picture);
        },
        { everyMs: INTERVAL_MS },
      );
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    return {
      refused,
      stop() {
        stopSink?.();
        desktop.showPicture(undefined);
      },
    };
  };

  return {
    show,
    /** The student closes the broadcast. */
    refuse: () => refuse(),
    /** The pictures of all broadcasts so far. */
    frames: () => allFrames,
  };
}
