/** The clones of one captured track: each peer gets its own, so that a clone that ends leaves the others running. */

/** `next` is sent from now on in place of `before`, which has ended without an event. */
export type ReplaceTrack = (before: MediaStreamTrack, next: MediaStreamTrack) => void;

export function createTrackClones() {
  const clones = new Map<MediaStreamTrack, ReplaceTrack>();

  const clone = (track: MediaStreamTrack, replace: ReplaceTrack): MediaStreamTrack => {
    const made = track.clone();
    // Text and drawings: what is written has to be readable before it moves smoothly.
    made.contentHint = 'detail';
    clones.set(made, replace);
    return made;
  };

  return {
    count: () => clones.size,
    clone,
    /** Every peer is sent the other track from now on. */
    replaceAll(track: MediaStreamTrack): void {
      for (const [before, replace] of [...clones]) {
        clones.delete(before);
        before.stop();
        replace(before, clone(track, replace));
      }
    },
    endAll(): void {
      for (const track of [...clones.keys()]) {
        clones.delete(track);
        if (track.readyState === 'ended') continue;
        track.stop();
        // A track that its own page stops says nothing; the part that sends the track has to hear of it.
        track.dispatchEvent(new Event('ended'));
      }
    },
    release(stream: MediaStream): void {
      for (const track of stream.getTracks()) {
        clones.delete(track);
        track.stop();
      }
    },
  };
}
