/** Clones the captured track for each peer, so that ending one clone leaves the others running. */

/** `next` replaces `before`, which has ended without an event. */
export type ReplaceTrack = (before: MediaStreamTrack, next: MediaStreamTrack) => void;

export function createTrackClones() {
  const clones = new Map<MediaStreamTrack, ReplaceTrack>();

  const clone = (track: MediaStreamTrack, replace: ReplaceTrack): MediaStreamTrack => {
    const made = track.clone();
    // Prefers sharp text over smooth movement.
    made.contentHint = 'detail';
    clones.set(made, replace);
    return made;
  };

  return {
    count: () => clones.size,
    clone,
    /** Sends the other track to every peer from now on. */
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
        // Stopping a track from its own page fires no event, but the sender of the track has to be notified.
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
