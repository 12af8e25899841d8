/** The data channels of the process. They send the agent's data and report received messages. */
import { bytesOf, type Command, type Report } from './messages.ts';

/** The library fires no event when its buffers become low. */
const POLL_INTERVAL_MS = 4;

type Channel = {
  peer: number;
  native: RTCDataChannel;
  /** The total bytes that the agent sent. */
  bytes: number;
  /** The transmitted bytes that were reported to the agent. */
  leftBytes: number;
};

export function createProcessChannels(report: (report: Report) => void) {
  const channels = new Map<number, Channel>();
  /** Channels with bytes whose transmission was not reported yet. */
  const full = new Set<number>();
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    const changed: { id: number; bytes: number }[] = [];
    for (const id of full) {
      const channel = channels.get(id);
      if (channel === undefined || channel.native.readyState !== 'open') {
        full.delete(id);
        continue;
      }
      const leftBytes = channel.bytes - channel.native.bufferedAmount;
      if (leftBytes > channel.leftBytes) changed.push({ id, bytes: leftBytes });
      channel.leftBytes = leftBytes;
      if (leftBytes === channel.bytes) full.delete(id);
    }
    if (changed.length > 0) report({ type: 'left', channels: changed });
    if (full.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  const forget = (id: number) => {
    if (channels.delete(id)) report({ type: 'channel-closed', id });
  };

  return {
    /** `connection` is null if it no longer exists. */
    add(
      { id, peer, label, init }: Extract<Command, { type: 'new-channel' }>,
      connection: RTCPeerConnection | null | undefined,
    ): void {
      const native = connection?.createDataChannel(label, init);
      if (native === undefined) {
        report({ type: 'channel-closed', id });
        return;
      }
      native.binaryType = 'arraybuffer';
      channels.set(id, { peer, native, bytes: 0, leftBytes: 0 });
      native.addEventListener('open', () => report({ type: 'channel-open', id }));
      native.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) =>
        report({ type: 'message', id, data: typeof data === 'string' ? data : new Uint8Array(data) }),
      );
      native.addEventListener('close', () => forget(id));
    },

    send({ id, data }: Extract<Command, { type: 'send' }>): void {
      const channel = channels.get(id);
      if (channel?.native.readyState !== 'open') return;
      try {
        channel.native.send(data as string);
      } catch {
        // The channel has closed meanwhile. The agent receives a report about that.
        return;
      }
      channel.bytes += bytesOf(data);
      full.add(id);
      timer ??= setInterval(look, POLL_INTERVAL_MS);
    },

    close(id: number): void {
      channels.get(id)?.native.close();
    },

    /** Forgets the channels of a closed connection, because not every channel fires its own event. */
    forgetThoseOf(peer: number): void {
      for (const [id, channel] of channels) if (channel.peer === peer) forget(id);
    },
  };
}
