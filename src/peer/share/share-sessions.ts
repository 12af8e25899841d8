/**
 * What this tab shares now: its own screen, or a student's screen that it passes on. The shell loads this at its start,
 * so it is small; how a share begins and runs is loaded with the dialog (`sharing.ts`).
 */
import type { Encoding } from '#domain/encoding.ts';
import { createListeners } from '#protocol/observable.ts';
import type { Audience } from '#protocol/threads/live-action.ts';
import { beginWork } from '../../ui/begun-work/begun-work.ts';

export type ShareSession = {
  id: string;
  source: 'local' | 'remote';
  /** For whom the share is: the group's title, or the name of the one device; empty for several. Text from people. */
  title: string;
  audience: Audience;
  /** Where the share was begun: a device that comes to this group hears of it at once, where the share is for it. */
  groupId?: string | undefined;
  /** How many devices the share is for. */
  count: number;
  /** Where devices dial. */
  peerId: string;
  /** Epoch ms. */
  startedAt: number;
  /** How many devices are connected to the share now. */
  viewers: number;
  /** How many devices have answered that they do not show the share: the student refused, or another share is shown. */
  declined: number;
  stream: MediaStream;
  encoding: Encoding;
  /** The student whose screen a `remote` share is. */
  sharer?: Sharer;
};

export type Sharer = {
  clientId: string;
  /** Text from a device. */
  name: string;
  displayId: string | undefined;
};

/**
 * `stopped`: the tutor ended it. `track`: the browser's own button ended it, or the captured window is gone. `request`:
 * another tutor or a device asked for its end. `source`: the student stopped, or was lost. `left`: the page or the
 * session ends.
 */
export type ShareEnd = 'stopped' | 'track' | 'request' | 'source' | 'left';

export type RunningShare = {
  /** The same object as long as nothing has changed. */
  get(): ShareSession;
  setEncoding(encoding: Encoding): void;
  /** The share goes on for the others. False where that cannot be: it is a group's, or for nobody else. */
  leaveOut(clientIds: ReadonlySet<string>): boolean;
  /** Ends the share: nothing of it runs on. A second call does nothing. */
  end(why: ShareEnd): void;
};

export type ShareSessions = ReturnType<typeof createShareSessions>;

/** `begin`: a share is work that would be lost if the page were loaded again. */
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
    /** Oldest first; the same array as long as nothing has changed. */
    get: (): readonly ShareSession[] => list,
    stop,
    stopAll(why: ShareEnd): void {
      for (const share of [...running.values()]) share.end(why);
    },
    /** False where the share does not go on without these. */
    leaveOut: (id: string, clientIds: ReadonlySet<string>): boolean =>
      running.get(id)?.leaveOut(clientIds) ?? false,
    setEncoding: (id: string, encoding: Encoding): void => running.get(id)?.setEncoding(encoding),
    /** The student's screen that this tab passes on under this address. */
    ofSharer: (peerId: string, clientId: string): ShareSession | undefined =>
      list.find((session) => session.peerId === peerId && session.sharer?.clientId === clientId),
    /** Calls when a share has ended, also where the tutor did not end it; returns the stop. */
    onEnded: ends.subscribe,
    /** Takes a running share into the list. The share itself says when it has `changed` and `ended`. */
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
