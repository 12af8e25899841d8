/**
 * Blobs for pictures, several out of one. Chromium gives each blob that is made of bytes two tasks on the main thread
 * of the process, which is the tab's where it shares one with this worker; a slice of a blob has none. With 200
 * pictures a second that was a fifth of all that the tab computed.
 */

export type SharedBlobs = {
  /** Within `waitMs`, with the others that were asked for meanwhile. */
  blob(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Blob>;
};

/** A picture waits for so long; pictures leave for the tab every 200 ms. */
const WAIT_MS = 16;

export function createSharedBlobs(waitMs = WAIT_MS): SharedBlobs {
  let waiting: { bytes: Uint8Array<ArrayBuffer>; type: string; take: (blob: Blob) => void }[] = [];

  function cut() {
    const all = waiting;
    waiting = [];
    const whole = new Blob(all.map(({ bytes }) => bytes));
    let start = 0;
    for (const { bytes, type, take } of all) {
      take(whole.slice(start, start + bytes.length, type));
      start += bytes.length;
    }
  }

  return {
    blob: (bytes, type) =>
      new Promise((take) => {
        if (waiting.length === 0) setTimeout(cut, waitMs);
        waiting.push({ bytes, type, take });
      }),
  };
}
