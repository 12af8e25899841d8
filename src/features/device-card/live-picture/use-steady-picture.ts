import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

export type ShownPicture = 'thumbnail' | 'stream' | 'still';

/** A stream that ends takes its last frame with it, so a copy is made at this interval. */
const INTERVAL_MS = 500;

function keepFrame(video: HTMLVideoElement, stream: MediaStream, still: HTMLCanvasElement | null): void {
  if (!still || !video.videoWidth) return;
  if (!stream.getVideoTracks().some(({ readyState }) => readyState === 'live')) return;
  if (still.width !== video.videoWidth) still.width = video.videoWidth;
  if (still.height !== video.videoHeight) still.height = video.videoHeight;
  still.getContext('2d', { alpha: false })?.drawImage(video, 0, 0);
}

/**
 * Decides which picture of a screen is visible, so that it is never blank: one stays until the next has its
 * first frame, and an ended stream stays as a still. `isHidden`: none is rendered. `onPainted`: a thumbnail
 * was painted.
 */
export function useSteadyPicture(
  { video, still }: { video: RefObject<HTMLVideoElement | null>; still: RefObject<HTMLCanvasElement | null> },
  { stream, isHidden }: { stream: MediaStream | undefined; isHidden: boolean },
) {
  const [shown, setShown] = useState<ShownPicture>('thumbnail');
  const current = useRef(stream);
  // Before the browser paints, because a video without its stream is empty at once.
  useLayoutEffect(() => {
    current.current = stream;
    const element = video.current;
    if (isHidden || element === null || stream === undefined) return;
    const keep = () => keepFrame(element, stream, still.current);
    const show = () => {
      // The stream may end before the first interval.
      keep();
      setShown('stream');
    };
    element.addEventListener('loadeddata', show);
    element.srcObject = stream;
    element.play().catch(() => {
      // A browser that blocks autoplay goes on with thumbnails.
    });
    const keeping = setInterval(keep, INTERVAL_MS);
    return () => {
      clearInterval(keeping);
      element.removeEventListener('loadeddata', show);
      element.srcObject = null;
      setShown((before) => (before === 'stream' ? 'still' : before));
    };
  }, [video, still, stream, isHidden]);
  useEffect(() => {
    // The next stream begins without a frame.
    if (isHidden) setShown('thumbnail');
  }, [isHidden]);
  const onPainted = useCallback(() => {
    if (current.current === undefined) setShown('thumbnail');
  }, []);
  return { shown, onPainted };
}
