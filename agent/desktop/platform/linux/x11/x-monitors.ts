/** The monitors of the X server, as people see them: a screen may be divided, or mirrored on several outputs. */
import type { RandrExtension, XClient } from 'x11';

export type XMonitor = {
  /** The atom of its name, such as that of `HDMI-1`. */
  name: number;
  isPrimary: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
};

/** RRGetMonitors of RandR 1.5, which the library lacks. */
const GET_MONITORS = 42;
const FIRST_MONITOR_AT = 24;
const MONITOR_BYTES = 24;

export async function requestMonitors(client: XClient, root: number): Promise<readonly XMonitor[]> {
  const { majorOpcode } = await new Promise<RandrExtension>((resolve, reject) => {
    client.require('randr', (error, randr) => (error ? reject(error) : resolve(randr)));
  });
  return new Promise((resolve, reject) => {
    const request = Buffer.alloc(12);
    request.writeUInt8(majorOpcode, 0);
    request.writeUInt8(GET_MONITORS, 1);
    request.writeUInt16LE(request.length / 4, 2);
    request.writeUInt32LE(root, 4);
    // Only active monitors.
    request.writeUInt8(1, 8);
    client.seq_num++;
    client.replies[client.seq_num] = [
      monitorsOf,
      (error: Error | null | undefined, monitors: readonly XMonitor[]) =>
        error ? reject(error) : resolve(monitors),
    ];
    client.pack_stream.put(request);
    client.pack_stream.submit(true);
  });
}

/** `reply` lacks the first eight bytes, which the library has read. */
export function monitorsOf(reply: Buffer): readonly XMonitor[] {
  const count = reply.readUInt32LE(4);
  const monitors: XMonitor[] = [];
  for (let at = FIRST_MONITOR_AT; monitors.length < count; ) {
    monitors.push({
      name: reply.readUInt32LE(at),
      isPrimary: reply.readUInt8(at + 4) === 1,
      x: reply.readInt16LE(at + 8),
      y: reply.readInt16LE(at + 10),
      width: reply.readUInt16LE(at + 12),
      height: reply.readUInt16LE(at + 14),
    });
    at += MONITOR_BYTES + reply.readUInt16LE(at + 6) * 4;
  }
  return monitors;
}
