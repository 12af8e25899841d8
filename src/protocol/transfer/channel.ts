/** What a file transfer needs of an RTCDataChannel. Pure, so that both sides of every realm share one engine. */

export type TransferChannel = {
  /** Text or bytes; the bytes are copied before it returns. Throws when the channel is closed. */
  send(message: string | Uint8Array): void;
  /** Bytes that were sent and have not left. */
  buffered(): number;
  /** Calls once when no more than `bytes` are buffered; also when the channel closes. */
  whenBelow(bytes: number, call: () => void): void;
  /** Largest message that the other side takes, in bytes. */
  maxMessageBytes: number;
  /** Calls once when messages can be sent: at once where they can already. */
  onOpen(listener: () => void): void;
  /** One listener; what came before it is kept for it. Bytes are its own until it returns, unless it moves them. */
  onMessage(listener: (message: string | Uint8Array) => void): void;
  /** Calls once, also where it is closed already. */
  onClose(listener: () => void): void;
  isOpen(): boolean;
  /** What was sent still leaves. */
  close(): void;
};

/** Both ends of a channel between browsers and Node take this much. */
export const MAX_MESSAGE_BYTES = 262_144;
