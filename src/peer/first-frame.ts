/** Detects the first decoded frame, because a stream may exist without ever delivering a picture. */
const POLL_INTERVAL_MS = 500;

/**
 * Calls once when the first picture of the stream has been decoded. Returns the stop; nothing is displayed.
 */
export function onFirstFrame(
  stream: MediaStream,
  stats: () => Promise<RTCStatsReport>,
  call: () => void,
): () => void {
  const video = document.createElement('video');
  let isOver = false;
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  // Played only so that it is decoded. If playing is not allowed, the statistics still show frames.
  video.play().catch(() => {});

  function stop(): void {
    isOver = true;
    clearInterval(looking);
    video.srcObject = null;
  }
  function found(): void {
    if (isOver) return;
    stop();
    call();
  }
  // A hidden tab renders no frames, but decodes them.
  const looking = setInterval(() => {
    stats().then(
      (report) => hasDecoded(report) && found(),
      () => {},
    );
  }, POLL_INTERVAL_MS);
  video.requestVideoFrameCallback?.(found);
  return stop;
}

export function hasDecoded(report: Pick<RTCStatsReport, 'forEach'>): boolean {
  let frames = 0;
  report.forEach((entry: { type?: unknown; kind?: unknown; framesDecoded?: unknown }) => {
    if (entry.type === 'inbound-rtp' && entry.kind === 'video') frames += Number(entry.framesDecoded ?? 0);
  });
  return frames > 0;
}
