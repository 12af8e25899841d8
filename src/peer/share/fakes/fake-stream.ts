/** Streams and tracks with the parts that shares use. */

function createFakeTrack() {
  const target = new EventTarget();
  let readyState: MediaStreamTrackState = 'live';
  const constraints: MediaTrackConstraints[] = [];
  return {
    kind: 'video',
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    get readyState() {
      return readyState;
    },
    stop() {
      readyState = 'ended';
    },
    async applyConstraints(next: MediaTrackConstraints) {
      constraints.push(next);
    },
    constraints,
    /** Ends the track as the browser's own button does, or the end of the captured window. */
    end() {
      readyState = 'ended';
      target.dispatchEvent(new Event('ended'));
    },
  };
}

export function createFakeStream() {
  const track = createFakeTrack();
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] };
  return { stream: stream as unknown as MediaStream, track };
}
