/**
 * The current shares of this tab: its own screen, or a student's screen that it relays. Small, because the
 * shell loads it at start; the dialog loads the code that starts and runs a share (`sharing.ts`).
 */

import type { Encoding } from '#domain/encoding.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { createListeners } from '#protocol/observable.ts';
import type { Audience } from '#protocol/threads/live-action.ts';
import { beginWork } from '#ui/begun-work/begun-work.ts';

export type ShareSession = {
  id: string;
  source: 'local' | 'remote';
  /**
   * The recipients: the group's title, or the name of a single device; empty for several. Text from users.
   */
  title: string;
  audience: Audience;
  /** The group where the share was started. New devices in it are notified at once, if it is for them. */
  groupId?: string | undefined;
  /** Number of devices that the share is for. */
  count: number;
  /** The peer id that devices dial. */
  peerId: string;
  startedAt: EpochMs;
  /** Number of devices connected to the share. */
  viewers: number;
  /** Number of devices that do not show the share, because the student refused or another share is shown. */
  declined: number;
  stream: MediaStream;
  encoding: Encoding;
  /** The student whose screen a `remote` share relays. */
  sharer?: Sharer;
};

export type Sharer = {
  clientId: string;
  /** Text from a device. */
  name: string;
  displayId: string | undefined;
};

/**
 * `stopped`: the tutor ended it. `track`: the browser's own button ended it, or the captured window is gone.
 * `request`: another tutor or a device requested its end. `source`: the student stopped, or the connection
 * was lost. `left`: the page or the session ends.
 */
export type ShareEnd = 'stopped' | 'track' | 'request' | 'source' | 'left';

export type RunningShare = {
  /** The session, as the same object until it changes. */
  get(): ShareSession;
  setEncoding(encoding: Encoding): void;
  /** Excludes clients. False if the share cannot continue: it is for a group, or no client is left. */
  leaveOut(clientIds: ReadonlySet<string>): boolean;
  /** Ends the share and releases everything. A second call does nothing. */
  end(why: ShareEnd): void;
};

export type ShareSessions = ReturnType<typeof createShareSessions>;

/** `begin`: marks a share as work that a page reload would lose. */
export function createShareSessions(begin: () => () => void = beginWork) {
  const running = new Map<string, RunningShare>();
  const changes = createListeners();
  const ends = createListeners<[session: ShareSession, why: ShareEnd]>();
  let list: readonly ShareSession[] = [];

  function changed() {
    list = [...running.values()].map((share) => share.get());
    changes.tell();
  }

  const stop = (id: string, why: ShareEnd = 'stopped') => running.get(id)?.end(why);

  return {
    subscribe: changes.subscribe,
    /** Oldest first; the same array until something changes. */
    get: (): readonly ShareSession[] => list,
    stop,
    stopAll(why: ShareEnd): void {
      for (const share of [...running.values()]) share.end(why);
    },
    /** Returns false if the share cannot continue without these clients. */
    leaveOut: (id: string, clientIds: ReadonlySet<string>): boolean =>
      running.get(id)?.leaveOut(clientIds) ?? false,
    setEncoding: (id: string, encoding: Encoding): void => running.get(id)?.setEncoding(encoding),
    /** The student's share that this tab relays under this peer id. */
    ofSharer: (peerId: string, clientId: string): ShareSession | undefined =>
      list.find((session) => session.peerId === peerId && session.sharer?.clientId === clientId),
    /** Calls when a share has ended for any reason; returns the stop. */
    onEnded: ends.subscribe,
    /** Adds a running share to the list. The share calls `changed` and `ended`. */
    add(share: RunningShare): { changed(): void; ended(why: ShareEnd): void } {
      const { id } = share.get();
      const stopWork = begin();
      running.set(id, share);
      changed();
      return {
        changed,
        ended(why) {
          const session = share.get();
          running.delete(id);
          stopWork();
          changed();
          ends.tell(session, why);
        },
      };
    },
  };
}

export const shareSessions = createShareSessions();
