/** Both ends of a channel that a test can cut, inspect and write to. */
import type { TransferChannel } from '../channel.ts';

export type FakeChannel = TransferChannel & {
  /** Messages that this end has sent. */
  sent: (string | Uint8Array)[];
  /** Delivers a message as if the other end had sent it. */
  deliver(message: string | Uint8Array): void;
};

export type ChannelPair = {
  left: FakeChannel;
  right: FakeChannel;
  /** Closes both ends once this many bytes have passed from left to right. */
  cutAfter(bytes: number): void;
  /** Drops every later message, and reports that to neither end. */
  fallSilent(): void;
  cut(): void;
  /**
   * Resolves when no message is under way and both ends have handled the last one. Both have to hash with
   * `digestAtOnce`, because other hashing takes further turns.
   */
  settled(): Promise<void>;
  /** Changes messages from left to right. */
  tamper(change: (message: string | Uint8Array) => string | Uint8Array | undefined): void;
};

export function createChannelPair(maxMessageBytes = 262_144): ChannelPair {
  let isOpen = true;
  let isSilent = false;
  let cutAt = Number.POSITIVE_INFINITY;
  let passed = 0;
  let underWay = 0;
  let change = (message: string | Uint8Array): string | Uint8Array | undefined => message;
  const closeListeners: (() => void)[] = [];
  const waiting: (() => void)[] = [];

  function cut() {
    if (!isOpen) return;
    isOpen = false;
    for (const call of [...waiting.splice(0), ...closeListeners.splice(0)]) call();
  }

  function createEnd(other: () => FakeChannel, isLeft: boolean): FakeChannel {
    let buffered = 0;
    let isClosing = false;
    let listener = (_: string | Uint8Array) => {};
    const early: (string | Uint8Array)[] = [];
    let hasListener = false;
    return {
      sent: [],
      maxMessageBytes,
      deliver(message) {
        if (hasListener) listener(message);
        else early.push(message);
      },
      send(message) {
        if (!isOpen || isClosing) throw new Error('closed');
        const copy = typeof message === 'string' ? message : message.slice();
        if (copy.length > maxMessageBytes) throw new Error('too large');
        this.sent.push(copy);
        buffered += copy.length;
        underWay += 1;
        setTimeout(() => {
          underWay -= 1;
          buffered -= copy.length;
          for (const call of waiting.splice(0)) call();
          if (!isOpen || isSilent) return;
          const changed = isLeft ? change(copy) : copy;
          if (isLeft) passed += copy.length;
          if (passed > cutAt) return cut();
          if (changed !== undefined) other().deliver(changed);
        });
      },
      buffered: () => buffered,
      whenBelow(bytes, call) {
        const look = () => {
          if (!isOpen || buffered <= bytes) call();
          else waiting.push(look);
        };
        look();
      },
      onOpen: (call) => call(),
      onMessage(call) {
        hasListener = true;
        listener = call;
        for (const message of early.splice(0)) call(message);
      },
      onClose(call) {
        if (isOpen) closeListeners.push(call);
        else call();
      },
      isOpen: () => isOpen && !isClosing,
      close() {
        // Messages that were sent still leave.
        isClosing = true;
        setTimeout(() => setTimeout(cut));
      },
    };
  }

  const left: FakeChannel = createEnd(() => right, true);
  const right: FakeChannel = createEnd(() => left, false);
  return {
    left,
    right,
    cut,
    async settled() {
      do await new Promise((resolve) => setTimeout(resolve));
      while (underWay > 0);
    },
    cutAfter(bytes) {
      cutAt = bytes;
    },
    fallSilent() {
      isSilent = true;
    },
    tamper(by) {
      change = by;
    },
  };
}
