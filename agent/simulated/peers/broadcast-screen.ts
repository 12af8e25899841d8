/** Puts what a tutor shares onto the drawn desktop, a picture a second: thumbnails show no more than that. */
import type { Clock } from '../../core/clock.ts';
import type { PeerWorldDeps } from '../../peer/create-peer-world.ts';
import type { Desktop } from '../desktop/desktop.ts';
import type { WebRtc } from './webrtc.ts';

const SAMPLE_MS = 1_000;

export function createBroadcastScreen(options: {
  desktop: Pick<Desktop, 'showPicture'>;
  clock: Clock;
  webRtc: () => WebRtc | undefined;
}) {
  const { desktop, clock } = options;
  let frames = 0;
  let refuse = () => {};

  const show: PeerWorldDeps['show'] = (stream) => {
    const webRtc = options.webRtc();
    const [track] = stream.getVideoTracks();
    let newest: Parameters<WebRtc['toRgba']>[0] | undefined;
    let isFirst = true;
    let cancel = () => {};
    const sample = () => {
      cancel = clock.after(SAMPLE_MS, sample);
      if (newest && webRtc) desktop.showPicture(webRtc.toRgba(newest));
      newest = undefined;
    };
    const stopSink =
      track &&
      webRtc?.videoSink(track, (frame) => {
        // The first one is not waited for.
        frames++;
        newest = frame;
        if (!isFirst) return;
        isFirst = false;
        cancel();
        sample();
      });
    sample();
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    return {
      refused,
      stop() {
        cancel();
        stopSink?.();
        desktop.showPicture(undefined);
      },
    };
  };

  return {
    show,
    /** The student does not want to see it. */
    refuse: () => refuse(),
    /** Of all broadcasts so far. */
    frames: () => frames,
  };
}
