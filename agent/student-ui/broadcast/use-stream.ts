import { useEffect, useRef, useState } from 'react';

/**
 * Attaches a stream to a <video> and detaches it again. Browsers play no sound before the first interaction
 * with a page, as after a reload. The video then plays muted until a click calls `turnSoundOn`.
 */
export function useStream(stream: MediaStream, { muted = true }: { muted?: boolean } = {}) {
  const ref = useRef<HTMLVideoElement>(null);
  const [isSilenced, setSilenced] = useState(false);
  const isMuted = muted || isSilenced;
  useEffect(() => {
    const video = ref.current;
    if (video === null) return;
    if (video.srcObject !== stream) video.srcObject = stream;
    // Needed when the sound returns, too: a browser that forbids the sound has paused the picture.
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
