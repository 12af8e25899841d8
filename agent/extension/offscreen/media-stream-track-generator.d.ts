/** Chromium's track of frames that a script makes. TypeScript's library does not contain it. */
declare class MediaStreamTrackGenerator extends MediaStreamTrack {
  constructor(options: { kind: 'video' });
  readonly writable: WritableStream<VideoFrame>;
}
