/**
 * The server's side of the remote framebuffer protocol (RFC 6143) for one viewer: version 3.8, VNC
 * authentication, pictures of the screen, keys and a pointer.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#protocol/clock.ts';
import { createByteQueue, ViewerLeft } from './byte-queue.ts';
import type { DesktopFrame } from './changed-parts.ts';
import { createFrameSender } from './frame-sender.ts';
import { DRAWN_FORMAT_BYTES, readPixelFormat } from './pixel-format.ts';
import type { ViewerLink } from './viewer-socket.ts';
import { vncResponse } from './vnc-password.ts';

const VERSION = 'RFB 003.008\n';
const VNC_AUTHENTICATION = 2;
const MAX_BYTES = 512 * 1024;
const MAX_ENCODINGS = 256;
const MAX_CLIPBOARD_BYTES = 256 * 1024;

const MESSAGE = { pixelFormat: 0, encodings: 2, update: 3, key: 4, pointer: 5, clipboard: 6 } as const;

export type ViewerInput = {
  key(keysym: number, isDown: boolean): void;
  /** `x` and `y` are shares of the screen, 0 to 1. */
  pointer(at: { x: number; y: number; pressed: boolean }): void;
};

export type ServeOptions = {
  password: string;
  /** The name of the screen in the viewer. */
  name: string;
  clock: Clock;
  frame: () => DesktopFrame | undefined;
  input: ViewerInput;
  /** Called when the password was correct. */
  onAdmitted: () => void;
};

/** Serves the viewer until it disconnects. `refused`: it never sent the correct password. */
export async function serveViewer(link: ViewerLink, options: ServeOptions): Promise<'refused' | 'left'> {
  const queue = createByteQueue({ maxBytes: MAX_BYTES });
  link.onBytes(queue.push);
  link.onClosed(queue.end);
  let isAdmitted = false;
  try {
    isAdmitted = await admit(link, queue.take, options.password);
    if (isAdmitted) {
      options.onAdmitted();
      await showScreen(link, queue.take, options);
    }
  } catch (error) {
    if (!(error instanceof ViewerLeft)) throw error;
  } finally {
    link.close();
  }
  return isAdmitted ? 'left' : 'refused';
}

type Take = (count: number) => Promise<Buffer>;

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const withLength = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint32(bytes.length), bytes]);
};

async function admit(link: ViewerLink, take: Take, password: string): Promise<boolean> {
  link.send(Buffer.from(VERSION));
  if ((await take(VERSION.length)).toString('latin1') !== VERSION) return false;
  link.send(Buffer.from([1, VNC_AUTHENTICATION]));
  if ((await take(1))[0] !== VNC_AUTHENTICATION) return false;
  const challenge = randomBytes(16);
  link.send(challenge);
  const response = await take(16);
  if (timingSafeEqual(response, vncResponse(password, challenge))) {
    link.send(uint32(0));
    return true;
  }
  link.send(Buffer.concat([uint32(1), withLength('The password is not the one of this remote control.')]));
  return false;
}

async function showScreen(link: ViewerLink, take: Take, options: ServeOptions): Promise<void> {
  // The viewer's wish for a shared session is ignored, because there is only one viewer.
  await take(1);
  const first = options.frame();
  if (first === undefined) return;
  const size = Buffer.alloc(4);
  size.writeUInt16BE(first.width, 0);
  size.writeUInt16BE(first.height, 2);
  link.send(Buffer.concat([size, DRAWN_FORMAT_BYTES, withLength(options.name)]));
  const frames = createFrameSender({ link, clock: options.clock, frame: options.frame });
  try {
    for (;;) if (!(await readMessage(take, { frames, input: options.input, size: first }))) return;
  } finally {
    frames.end();
  }
}

type Session = { frames: ReturnType<typeof createFrameSender>; input: ViewerInput; size: DesktopFrame };

/** Returns false if the message is unknown. */
async function readMessage(take: Take, { frames, input, size }: Session): Promise<boolean> {
  const [kind] = await take(1);
  switch (kind) {
    case MESSAGE.pixelFormat: {
      const format = readPixelFormat((await take(19)).subarray(3));
      if (format) frames.setFormat(format);
      return format !== undefined;
    }
    case MESSAGE.encodings: {
      const count = (await take(3)).readUInt16BE(1);
      if (count > MAX_ENCODINGS) return false;
      const bytes = await take(count * 4);
      frames.encodings(Array.from({ length: count }, (_, at) => bytes.readInt32BE(at * 4)));
      return true;
    }
    case MESSAGE.update:
      frames.want((await take(9))[0] !== 0);
      return true;
    case MESSAGE.key: {
      const bytes = await take(7);
      input.key(bytes.readUInt32BE(3), bytes[0] !== 0);
      return true;
    }
    case MESSAGE.pointer: {
      const bytes = await take(5);
      const x = Math.min(1, bytes.readUInt16BE(1) / size.width);
      const y = Math.min(1, bytes.readUInt16BE(3) / size.height);
      input.pointer({ x, y, pressed: bytes[0] !== 0 });
      return true;
    }
    case MESSAGE.clipboard: {
      const length = (await take(7)).readUInt32BE(3);
      if (length > MAX_CLIPBOARD_BYTES) return false;
      await take(length);
      return true;
    }
    default:
      return false;
  }
}
