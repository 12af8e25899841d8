import { useEffect, useRef } from 'react';

/** For a <video> that shows this stream, and lets go of it. */
export function useStream(stream: MediaStream) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = ref.current;
    if (video === null) return;
    video.srcObject = stream;
    // It plays by itself where the browser allows that; it is muted where it does not.
    video.play().catch(() => {});
    return () => {
      video.srcObject = null;
    };
  }, [stream]);
  return ref;
}
