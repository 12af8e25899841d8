/**
 * What this tab shares now: its own screen, or that of a student that it passes on. Light, so that the shell can look
 * at it from the start; how a share begins and runs is loaded with the dialog (`sharing.ts`).
 */
import type { Encoding } from '#domain/encoding.ts';
import type { Audience } from '#protocol/threads/live-action.ts';

export type ShareSession = {
  id: string;
  source: 'local' | 'remote';
  /** For whom it is: the group's title, or the name of the one device; empty for several. Text from people. */
  title: string;
  audience: Audience;
  /** Where it was begun: who comes to this group is told of it at once, where it is for them. */
  groupId?: string | undefined;
  /** How many devices it is for. */
  count: number;
  /** Where devices dial. */
  peerId: string;
  /** Epoch ms. */
  startedAt: number;
  /** How many devices are connected to it now. */
  viewers: number;
  /** How many have answered that they do not show it: their student refused, or they show another share. */
  declined: number;
  stream: MediaStream;
  encoding: Encoding;
  /** Of `remote`: whose screen it is. */
  sharer?: Sharer;
};

export type Sharer = {
  clientId: string;
  /** Text from a device. */
  name: string;
  displayId: string | undefined;
};

/**
 * `stopped`: the tutor did. `track`: the browser's own button, or what was captured is gone. `request`: somebody asked
 * that it ends. `source`: the student stopped, or was lost. `left`: the page or the session ends.
 */
export type ShareEnd = 'stopped' | 'track' | 'request' | 'source' | 'left';

export type RunningShare = {
  /** The same object as long as nothing has changed. */
  get(): ShareSession;
  setEncoding(encoding: Encoding): void;
  /** Goes on for the others. False where that cannot be: it is a group's, or for nobody else. */
  leaveOut(clientIds: ReadonlySet<string>): boolean;
  /** Once: nothing of it runs on. */
  end(why: ShareEnd): void;
};

export type ShareSessions = ReturnType<typeof createShareSessions>;

export function createShareSessions() {
  const running = new Map<string, RunningShare>();
  const listeners = new Set<() => void>();
  const endListeners = new Set<(session: ShareSession, why: ShareEnd) => void>();
  let list: readonly ShareSession[] = [];

  function changed() {
    list = [...running.values()].map((share) => share.get());
    for (const call of [...listeners]) call();
  }

  const stop = (id: string, why: ShareEnd = 'stopped') => running.get(id)?.end(why);

  return {
    subscribe(call: () => void): () => void {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
    /** Oldest first; the same array as long as nothing has changed. */
    get: (): readonly ShareSession[] => list,
    stop,
    stopAll(why: ShareEnd): void {
      for (const share of [...running.values()]) share.end(why);
    },
    /** False: it does not go on without these. */
    leaveOut: (id: string, clientIds: ReadonlySet<string>): boolean =>
      running.get(id)?.leaveOut(clientIds) ?? false,
    setEncoding: (id: string, encoding: Encoding): void => running.get(id)?.setEncoding(encoding),
    /** The student's screen that this tab passes on under this address. */
    ofSharer: (peerId: string, clientId: string): ShareSession | undefined =>
      list.find((session) => session.peerId === peerId && session.sharer?.clientId === clientId),
    /** Calls when one has ended, also where the tutor did not do it; returns the stop. */
    onEnded(call: (session: ShareSession, why: ShareEnd) => void): () => void {
      endListeners.add(call);
      return () => void endListeners.delete(call);
    },
    /** The side of a running share: `changed` and `ended` are its own to say. */
    add(share: RunningShare): { changed(): void; ended(why: ShareEnd): void } {
      const { id } = share.get();
      running.set(id, share);
      changed();
      return {
        changed,
        ended(why) {
          const session = share.get();
          running.delete(id);
          changed();
          for (const call of [...endListeners]) call(session, why);
        },
      };
    },
  };
}

export const shareSessions = createShareSessions();
