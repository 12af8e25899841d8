/**
 * The student's shared screen, window or tab. There is one capture, and each peer gets a clone of its track,
 * so that ending one clone leaves the others running. If the student shares something else, each clone is
 * replaced. Pictures are taken from a video element outside the page.
 */
import { isPickerClosed } from '#domain/devices/screen-picker.ts';
import type { Display } from '#protocol/feedback.ts';
import { createObservable } from '#protocol/observable.ts';
import { createTrackClones, type ReplaceTrack } from './track-clones.ts';

/** The only display id, so that tutors who watch continue if the student shares something else. */
export const SHARED_DISPLAY = 'shared-screen';
const MAX_FPS = 30;
const SURFACES = { monitor: 'Entire screen', window: 'Window', browser: 'Browser tab' } as const;

export type Surface = keyof typeof SURFACES;
/** `refused`: the student closed the browser's picker. `failed`: the browser or the system forbids it. */
export type ShareState =
  | { name: 'none'; why?: 'ended' | 'refused' | 'failed' }
  | { name: 'choosing' }
  | { name: 'shared'; surface: Surface | undefined; stream: MediaStream };

export type SharedScreen = ReturnType<typeof createSharedScreen>;

export function createSharedScreen(deps: {
  capture: (options: DisplayMediaStreamOptions) => Promise<MediaStream>;
  makeVideo: () => HTMLVideoElement;
  /** Called when the display appears, disappears or changes its size. */
  onChange: () => void;
}) {
  const state = createObservable<ShareState>({ name: 'none' });
  const clones = createTrackClones();
  let video: HTMLVideoElement | undefined;
  let isClosed = false;

  const enter = (next: ShareState) => {
    state.set(next);
    deps.onChange();
  };
  const end = (why?: 'ended' | 'refused' | 'failed') => {
    const before = state.get();
    clones.endAll();
    if (video) {
      video.srcObject = null;
      video = undefined;
    }
    if (before.name === 'shared') stopTracks(before.stream);
    enter({ name: 'none', ...(why && { why }) });
  };

  const show = async (stream: MediaStream): Promise<void> => {
    const [track] = stream.getVideoTracks();
    if (track === undefined) {
      end('failed');
      return;
    }
    const next = deps.makeVideo();
    video = next;
    next.muted = true;
    next.srcObject = stream;
    track.addEventListener('ended', () => {
      const now = state.get();
      if (now.name === 'shared' && now.stream === stream) end('ended');
    });
    next.addEventListener('resize', deps.onChange);
    await next.play().catch(() => {});
    if (video !== next) {
      stopTracks(stream);
      return;
    }
    // The previous share is stopped only now, so that there is no gap between the two.
    const before = state.get();
    enter({ name: 'shared', surface: surfaceOf(track), stream });
    clones.replaceAll(track);
    if (before.name === 'shared') stopTracks(before.stream);
    if (track.readyState === 'ended') end('ended');
  };

  return {
    state,
    /** Lets the student choose what to share; needs a click. The previous share continues meanwhile. */
    async choose(preferred?: Surface): Promise<ShareState> {
      const before = state.get();
      if (before.name === 'choosing' || isClosed) return before;
      if (before.name === 'none') enter({ name: 'choosing' });
      try {
        const video = { frameRate: { max: MAX_FPS }, ...(preferred && { displaySurface: preferred }) };
        const stream = await deps.capture({ video, audio: false });
        // The browser's picker may still be open after `close`.
        if (isClosed) stopTracks(stream);
        else await show(stream);
      } catch (error) {
        const why = isPickerClosed(error) ? 'refused' : 'failed';
        if (state.get().name === 'choosing') enter({ name: 'none', why });
      }
      return state.get();
    },
    stop: () => {
      if (state.get().name === 'shared') end();
    },
    /** Stops every capture, including a picker that is still open, because the student has left. */
    close(): void {
      isClosed = true;
      end();
    },
    displays(): readonly Display[] {
      const now = state.get();
      if (now.name !== 'shared') return [];
      const size = sizeOf(now.stream, video);
      const name = now.surface === undefined ? 'Shared screen' : SURFACES[now.surface];
      return [{ id: SHARED_DISPLAY, name, primary: true, ...size }];
    },
    /** Changes whenever the picture changes. */
    pictureVersion(): number {
      // A hidden page does not count frames.
      if (document.visibilityState === 'hidden') return Date.now();
      return video?.getVideoPlaybackQuality().totalVideoFrames ?? 0;
    },
    /** Returns the video element if it shows a frame. */
    frame: (): HTMLVideoElement | undefined =>
      video && video.videoWidth > 0 && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
        ? video
        : undefined,
    has: (displayId: string | undefined): boolean =>
      state.get().name === 'shared' && (displayId === undefined || displayId === SHARED_DISPLAY),
    /** Creates a stream for one peer, which survives a replaced track. `release` ends it. */
    stream(displayId: string | undefined, onReplace: ReplaceTrack): MediaStream | undefined {
      const now = state.get();
      if (now.name !== 'shared' || (displayId !== undefined && displayId !== SHARED_DISPLAY))
        return undefined;
      const stream = new MediaStream();
      const replace: ReplaceTrack = (before, next) => {
        stream.removeTrack(before);
        stream.addTrack(next);
        onReplace(before, next);
      };
      for (const track of now.stream.getVideoTracks()) stream.addTrack(clones.clone(track, replace));
      return stream;
    },
    release: clones.release,
    /** Ends the streams to all peers. The student continues to share. */
    endStreams: clones.endAll,
    /** The number of active clones, for tests. */
    streams: clones.count,
  };
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function surfaceOf(track: MediaStreamTrack): Surface | undefined {
  const { displaySurface } = track.getSettings();
  return displaySurface !== undefined && Object.hasOwn(SURFACES, displaySurface)
    ? (displaySurface as Surface)
    : undefined;
}

function sizeOf(stream: MediaStream, video: HTMLVideoElement | undefined) {
  const settings = stream.getVideoTracks()[0]?.getSettings();
  const width = video?.videoWidth || settings?.width;
  const height = video?.videoHeight || settings?.height;
  return width && height ? { width, height } : {};
}
