import { useEffect, useRef, useState } from 'react';

/**
 * For a <video> that shows this stream, and lets go of it. Browsers play no sound on a page that nobody has touched, as
 * after a reload: then the picture goes on without, until `turnSoundOn`, which is for a click.
 */
export function useStream(stream: MediaStream, { muted = true }: { muted?: boolean } = {}) {
  const ref = useRef<HTMLVideoElement>(null);
  const [isSilenced, setSilenced] = useState(false);
  const isMuted = muted || isSilenced;
  useEffect(() => {
    const video = ref.current;
    if (video === null) return;
    if (video.srcObject !== stream) video.srcObject = stream;
    // Also when its sound comes back: a browser that does not allow that has stopped the picture as well.
    video.play().catch((error: unknown) => {
      const isRefused = error instanceof Error && error.name === 'NotAllowedError';
      if (isRefused && !isMuted) setSilenced(true);
    });
  }, [stream, isMuted]);
  useEffect(() => {
    const video = ref.current;
    return () => {
      if (video) video.srcObject = null;
    };
  }, []);
  return { ref, isMuted, isSilenced, turnSoundOn: () => setSilenced(false) };
}
