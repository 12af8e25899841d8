/**
 * Messages of one room: pages of history, newest first, merged with live messages. There are no gaps between
 * the first and the last message. They are in the platform's order.
 */
import { createObservable, type Observable } from '#protocol/observable.ts';
import type { RoomHistoryEntry, RoomMessage } from '#protocol/room.ts';

export type TalkReading = 'no' | 'newest' | 'earlier' | 'failed';
export type TalkState = {
  /** Oldest first. */
  messages: readonly RoomMessage[];
  /** Whether there are messages before the first one. */
  hasEarlier: boolean;
  reading: TalkReading;
  /** The newest page has been read. */
  isKnown: boolean;
};

export type RoomTalk = {
  state: Observable<TalkState>;
  /** Reads the newest page, unless this was already started. */
  begin(): Promise<void>;
  /** Reads the newest page. After a disconnection, also reads the missed messages. */
  readNewest(): Promise<void>;
  readEarlier(): Promise<void>;
  receive(entries: readonly RoomHistoryEntry[]): void;
};

export const TALK_PAGE = 50;
/** If more pages were missed, older messages are read again on scrolling. */
const MAX_MISSED_PAGES = 4;

export function createRoomTalk(
  /** Newest first. */
  readPage: (before: RoomMessage | undefined, limit: number) => Promise<readonly RoomMessage[]>,
): RoomTalk {
  const state = createObservable<TalkState>({
    messages: [],
    hasEarlier: false,
    reading: 'no',
    isKnown: false,
  });
  const change = (next: Partial<TalkState>) => state.set({ ...state.get(), ...next });
  const ids = new Set<string>();
  let hasBegun = false;
  /** The newest page was requested while it was being read. */
  let isAsked = false;
  /** Live messages that arrived before the first page was read. */
  let early: RoomMessage[] = [];

  function add(messages: readonly RoomMessage[], next: Partial<TalkState>): void {
    const fresh = [...new Map(messages.map((message) => [message.id, message])).values()].filter(
      ({ id }) => !ids.has(id),
    );
    for (const { id } of fresh) ids.add(id);
    const all = fresh.length === 0 ? state.get().messages : merged(state.get().messages, fresh);
    change({ ...next, messages: all });
  }

  async function readNewest(): Promise<void> {
    hasBegun = true;
    // Messages sent since that read began may be missing both in its response and in the live feed.
    isAsked = state.get().reading === 'newest';
    if (isAsked) return;
    change({ reading: 'newest' });
    try {
      const missed: RoomMessage[] = [];
      let isWhole = false;
      let isAll = false;
      for (let count = 0; count < MAX_MISSED_PAGES && !isWhole && !isAll; count += 1) {
        const page = await readPage(missed.at(-1), TALK_PAGE);
        missed.push(...page);
        isWhole = page.some(({ id }) => ids.has(id)) || !state.get().isKnown;
        isAll = page.length < TALK_PAGE;
      }
      const { isKnown, hasEarlier } = state.get();
      if (!isWhole && !isAll && isKnown) {
        // There is a gap, so messages before it are dropped and read again on scrolling.
        ids.clear();
        change({ messages: [] });
      }
      const hasMore = isKnown && isWhole ? hasEarlier : !isAll;
      add([...missed, ...early], { reading: 'no', isKnown: true, hasEarlier: hasMore });
      early = [];
    } catch (error) {
      console.warn('room history', error);
      change({ reading: 'failed' });
    }
    if (isAsked) await readNewest();
  }

  return {
    state,
    begin: async () => {
      if (!hasBegun) await readNewest();
    },
    readNewest,
    async readEarlier() {
      const { reading, hasEarlier, messages, isKnown } = state.get();
      if (!isKnown && reading === 'failed') return readNewest();
      if (!hasEarlier || (reading !== 'no' && reading !== 'failed')) return;
      change({ reading: 'earlier' });
      try {
        const page = await readPage(messages[0], TALK_PAGE);
        add(page, { reading: 'no', hasEarlier: page.length === TALK_PAGE });
      } catch (error) {
        console.warn('room history', error);
        change({ reading: 'failed' });
      }
    },
    receive(entries) {
      const messages = entries.filter((entry): entry is RoomMessage => 'message' in entry);
      if (messages.length === 0) return;
      if (state.get().isKnown) add(messages, {});
      else early = [...early, ...messages];
    },
  };
}

const isBefore = (a: RoomMessage, b: RoomMessage) =>
  a.sentTime === b.sentTime ? a.id < b.id : a.sentTime < b.sentTime;

/** Added messages are nearly always all before or all after the existing ones. */
function merged(there: readonly RoomMessage[], fresh: readonly RoomMessage[]): readonly RoomMessage[] {
  const sorted = [...fresh].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const [first, last] = [there[0], there.at(-1)];
  const [from, to] = [sorted[0], sorted.at(-1)];
  if (!first || !last || !from || !to) return sorted.length > 0 ? sorted : there;
  if (isBefore(last, from)) return [...there, ...sorted];
  if (isBefore(to, first)) return [...sorted, ...there];
  return [...there, ...sorted].sort((a, b) => (isBefore(a, b) ? -1 : 1));
}
