/** Turns pictures of one display into a video track that several peers can receive. */
import type { Clock } from '#protocol/clock.ts';

/** A page that does not change sends no picture, but a tutor who joins needs one. */
const REPEAT_INTERVAL_MS = 500;

export type FrameTrack = ReturnType<typeof createFrameTrack>;

export function createFrameTrack({ clock }: { clock: Clock }) {
  const generator = new MediaStreamTrackGenerator({ kind: 'video' });
  // Text stays readable: the size remains, and the rate falls if the network is slow.
  generator.contentHint = 'detail';
  const writer = generator.writable.getWriter();
  let last: ImageBitmap | undefined;
  let isStopped = false;

  const write = async (): Promise<void> => {
    if (last === undefined || isStopped || (writer.desiredSize ?? 1) <= 0) return;
    const frame = new VideoFrame(last, { timestamp: Math.round(performance.now() * 1_000) });
    // The writer closes the frame. It rejects only after the track has ended.
    await writer.write(frame).catch(() => frame.close());
  };
  let cancelRepeat = clock.every(REPEAT_INTERVAL_MS, () => void write());

  return {
    /** Shows the picture. Resolves when it was taken over. */
    async show(jpeg: Blob): Promise<void> {
      const picture = await createImageBitmap(jpeg);
      if (isStopped) {
        picture.close();
        return;
      }
      last?.close();
      last = picture;
      cancelRepeat();
      cancelRepeat = clock.every(REPEAT_INTERVAL_MS, () => void write());
      await write();
    },
    /** A stream for one more peer. */
    stream(): MediaStream {
      const track = generator.clone();
      track.contentHint = 'detail';
      return new MediaStream([track]);
    },
    stop(): void {
      isStopped = true;
      cancelRepeat();
      generator.stop();
      last?.close();
      last = undefined;
    },
  };
}
