/** The RTCDataChannel that a transfer needs. Pure, so that both sides of every realm share one engine. */

export type TransferChannel = {
  /** Text or bytes; the bytes are copied before it returns. Throws if the channel is closed. */
  send(message: string | Uint8Array): void;
  /** Bytes that were sent but have not left yet. */
  buffered(): number;
  /** Calls once when no more than `bytes` are buffered, or when the channel closes. */
  whenBelow(bytes: number, call: () => void): void;
  /** Largest message that the other side accepts, in bytes. */
  maxMessageBytes: number;
  /** Calls once when messages can be sent, immediately if they already can. */
  onOpen(listener: () => void): void;
  /** One listener, which first gets earlier messages. Bytes are valid until it returns or moves them. */
  onMessage(listener: (message: string | Uint8Array) => void): void;
  /** Calls once, also if the channel is closed already. */
  onClose(listener: () => void): void;
  isOpen(): boolean;
  /** Messages that were sent still leave. */
  close(): void;
};

/** Both ends of a channel between browsers and Node accept this much. */
export const MAX_MESSAGE_BYTES = 262_144;
