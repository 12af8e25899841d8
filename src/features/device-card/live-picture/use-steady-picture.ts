import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

export type ShownPicture = 'thumbnail' | 'stream' | 'still';

/** A stream that ends takes its last frame along, so there is always a copy that is no older than this. */
const STILL_EVERY_MS = 500;

function keepFrame(video: HTMLVideoElement, stream: MediaStream, still: HTMLCanvasElement | null): void {
  if (!still || !video.videoWidth) return;
  if (!stream.getVideoTracks().some(({ readyState }) => readyState === 'live')) return;
  if (still.width !== video.videoWidth) still.width = video.videoWidth;
  if (still.height !== video.videoHeight) still.height = video.videoHeight;
  still.getContext('2d', { alpha: false })?.drawImage(video, 0, 0);
}

/**
 * Which picture of a screen is seen, so that it is never blank: one stays until the other has its first frame, a stream
 * that has ended as a still of it. `isHidden`: none of them is on the page. `onPainted`: a thumbnail has come.
 */
export function useSteadyPicture(
  { video, still }: { video: RefObject<HTMLVideoElement | null>; still: RefObject<HTMLCanvasElement | null> },
  { stream, isHidden }: { stream: MediaStream | undefined; isHidden: boolean },
) {
  const [shown, setShown] = useState<ShownPicture>('thumbnail');
  const current = useRef(stream);
  // Before the browser paints: a video that has let go of its stream is empty at once.
  useLayoutEffect(() => {
    current.current = stream;
    const element = video.current;
    if (isHidden || element === null || stream === undefined) return;
    const keep = () => keepFrame(element, stream, still.current);
    const show = () => {
      // It may end before the first copy is due.
      keep();
      setShown('stream');
    };
    element.addEventListener('loadeddata', show);
    element.srcObject = stream;
    element.play().catch(() => {
      // A browser that plays nothing by itself goes on with thumbnails.
    });
    const keeping = setInterval(keep, STILL_EVERY_MS);
    return () => {
      clearInterval(keeping);
      element.removeEventListener('loadeddata', show);
      element.srcObject = null;
      setShown((before) => (before === 'stream' ? 'still' : before));
    };
  }, [video, still, stream, isHidden]);
  useEffect(() => {
    // What comes after begins without a frame.
    if (isHidden) setShown('thumbnail');
  }, [isHidden]);
  const onPainted = useCallback(() => {
    if (current.current === undefined) setShown('thumbnail');
  }, []);
  return { shown, onPainted };
}
