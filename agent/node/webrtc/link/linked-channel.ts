/** A data channel of the WebRTC process, with the members that transfers use. */
import { bytesOf, type Report } from '../process/messages.ts';
import type { Link } from './link.ts';

class LinkedChannel extends EventTarget {
  readonly label: string;
  readonly binaryType = 'arraybuffer';
  readyState: RTCDataChannelState = 'connecting';
  bufferedAmountLowThreshold = 0;
  readonly #link: Link;
  readonly #id: number;
  #sentBytes = 0;
  #leftBytes = 0;

  constructor(link: Link, peer: number, label: string, init: RTCDataChannelInit | undefined) {
    super();
    this.label = label;
    this.#link = link;
    this.#id = link.join({ take: (report) => this.#take(report), lose: () => this.#end() });
    link.send({ type: 'new-channel', id: this.#id, peer, label, init });
  }

  /** Includes the bytes that are on their way to the process. */
  get bufferedAmount(): number {
    return this.#sentBytes - this.#leftBytes;
  }

  send(data: string | Uint8Array): void {
    if (this.readyState !== 'open')
      throw new DOMException(`The channel is ${this.readyState}`, 'InvalidStateError');
    this.#sentBytes += bytesOf(data);
    this.#link.sendNow({ type: 'send', id: this.#id, data });
  }

  close(): void {
    if (this.readyState === 'closing' || this.readyState === 'closed') return;
    this.readyState = 'closing';
    this.#link.send({ type: 'close-channel', id: this.#id });
  }

  #take(report: Report): void {
    switch (report.type) {
      case 'channel-open':
        if (this.readyState !== 'connecting') return;
        this.readyState = 'open';
        this.dispatchEvent(new Event('open'));
        return;
      case 'message': {
        const { data } = report;
        // The bytes are a view of the whole report, so they are copied.
        this.dispatchEvent(
          new MessageEvent('message', { data: typeof data === 'string' ? data : data.slice().buffer }),
        );
        return;
      }
      case 'left': {
        const before = this.bufferedAmount;
        for (const { bytes } of report.channels) this.#leftBytes = bytes;
        const most = this.bufferedAmountLowThreshold;
        if (before > most && this.bufferedAmount <= most) this.dispatchEvent(new Event('bufferedamountlow'));
        return;
      }
      case 'channel-closed':
        this.#end();
    }
  }

  #end(): void {
    if (this.readyState === 'closed') return;
    this.#link.leave(this.#id);
    this.readyState = 'closed';
    this.dispatchEvent(new Event('close'));
  }
}

export const createLinkedChannel = (
  link: Link,
  peer: number,
  label: string,
  init: RTCDataChannelInit | undefined,
): RTCDataChannel => new LinkedChannel(link, peer, label, init) as EventTarget as RTCDataChannel;
