/** Sends pictures of the screen to one viewer on its request and on changes, at most five a second. */
import type { Clock } from '#protocol/clock.ts';
import { changedParts, type DesktopFrame, pixelsOf } from './changed-parts.ts';
import { createPartEncoder } from './part-encoder.ts';
import { DRAWN_FORMAT, orderColours, type PixelFormat } from './pixel-format.ts';
import type { ViewerLink } from './viewer-socket.ts';

const INTERVAL_MS = 200;
/** A viewer that is this far behind gets no further frame until it has caught up. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

export function createFrameSender(options: {
  link: Pick<ViewerLink, 'send' | 'buffered' | 'close'>;
  clock: Clock;
  /** Returns undefined if the viewer may no longer watch. */
  frame: () => DesktopFrame | undefined;
}) {
  const { link, clock } = options;
  const encoder = createPartEncoder();
  let format: PixelFormat = DRAWN_FORMAT;
  let requested: 'nothing' | 'changes' | 'everything' = 'nothing';
  let shown: DesktopFrame | undefined;
  let isOver = false;
  let cancel = clock.after(0, tick);

  async function sendFrame(): Promise<void> {
    if (requested === 'nothing' || link.buffered() > MAX_BUFFERED_BYTES) return;
    const frame = options.frame();
    if (frame === undefined) {
      link.close();
      return;
    }
    const parts = changedParts(requested === 'everything' ? undefined : shown, frame);
    if (parts.length === 0) return;
    requested = 'nothing';
    shown = frame;
    const head = Buffer.alloc(4);
    head.writeUInt16BE(parts.length, 2);
    const pieces: Buffer[] = [head];
    for (const part of parts)
      pieces.push(await encoder.encode(part, orderColours(pixelsOf(frame, part), format)));
    if (!isOver) link.send(Buffer.concat(pieces));
  }

  async function tick(): Promise<void> {
    await sendFrame();
    if (!isOver) cancel = clock.after(INTERVAL_MS, tick);
  }

  return {
    encodings: encoder.choose,
    setFormat(next: PixelFormat): void {
      format = next;
    },
    want(changesOnly: boolean): void {
      if (!changesOnly) requested = 'everything';
      else if (requested === 'nothing') requested = 'changes';
    },
    end(): void {
      isOver = true;
      cancel();
      encoder.end();
    },
  };
}
