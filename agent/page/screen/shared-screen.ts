/**
 * The screen, window or tab that the student shares. One capture; each peer gets a clone of its track, so that one
 * that ends leaves the others running, and one of the next track where the student shares something else. Pictures are
 * taken from a video element that is not in the page.
 */
import { isPickerClosed } from '#domain/devices/screen-picker.ts';
import type { Display } from '#protocol/feedback.ts';
import { createObservable } from '#protocol/observable.ts';
import { createTrackClones, type ReplaceTrack } from './track-clones.ts';

/** There is one at a time: tutors who look at it go on where the student shares something else. */
export const SHARED_DISPLAY = 'shared-screen';
const FASTEST_FPS = 30;
const SURFACES = { monitor: 'Entire screen', window: 'Window', browser: 'Browser tab' } as const;

export type Surface = keyof typeof SURFACES;
/** `refused`: the student put the browser's question away. `failed`: the browser could not, or the system keeps it from it. */
export type ShareState =
  | { name: 'none'; why?: 'ended' | 'refused' | 'failed' }
  | { name: 'choosing' }
  | { name: 'shared'; surface: Surface | undefined; stream: MediaStream };

export type SharedScreen = ReturnType<typeof createSharedScreen>;

export function createSharedScreen(deps: {
  capture: (options: DisplayMediaStreamOptions) => Promise<MediaStream>;
  makeVideo: () => HTMLVideoElement;
  /** Called when the display came, went or has another size. */
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
    // What was shared before goes only now: in between there would be no screen.
    const before = state.get();
    enter({ name: 'shared', surface: surfaceOf(track), stream });
    clones.replaceAll(track);
    if (before.name === 'shared') stopTracks(before.stream);
    if (track.readyState === 'ended') end('ended');
  };

  return {
    state,
    /** Asks the student what to share. Only from a click. What was shared before stays until they have chosen. */
    async choose(preferred?: Surface): Promise<ShareState> {
      const before = state.get();
      if (before.name === 'choosing' || isClosed) return before;
      if (before.name === 'none') enter({ name: 'choosing' });
      try {
        const video = { frameRate: { max: FASTEST_FPS }, ...(preferred && { displaySurface: preferred }) };
        const stream = await deps.capture({ video, audio: false });
        // The browser still asks when the page has stopped asking.
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
    /** The student has left: nothing is captured any more, not even what they are being asked for. */
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
    /** Another value whenever the picture is another one. */
    pictureVersion(): number {
      // A hidden page does not count frames.
      if (document.visibilityState === 'hidden') return Date.now();
      return video?.getVideoPlaybackQuality().totalVideoFrames ?? 0;
    },
    /** The frame that is shown now. */
    frame: (): HTMLVideoElement | undefined =>
      video && video.videoWidth > 0 && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
        ? video
        : undefined,
    has: (displayId: string | undefined): boolean =>
      state.get().name === 'shared' && (displayId === undefined || displayId === SHARED_DISPLAY),
    /** A stream of its own for one peer, also when its track is replaced; `release` ends it. */
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
    /** Peers see nothing any more; the student goes on sharing. */
    endStreams: clones.endAll,
    /** How many clones run, for tests. */
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
