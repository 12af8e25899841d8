/** The open sockets, and those whose holders are being checked after their tickets were spent. */
import { PEER_CLOSE } from '#protocol/peer/peer-signalling.ts';
import type { PeerLink } from './peer-link.ts';
import { type PeerHolder, subjectKey } from './peer-tickets.ts';

/** A socket that is being checked. `isOver`: its session has ended meanwhile. */
export type Arrival = { readonly holder: PeerHolder; isOver: boolean };

export type OpenLinks = {
  readonly byPeerId: ReadonlyMap<string, PeerLink>;
  /** A copy, so that links may end during an iteration. */
  all(): readonly PeerLink[];
  arrive(holder: PeerHolder): Arrival;
  arrived(arrival: Arrival): void;
  /** Number of sockets of the holder's subject, without the one with this peer id. */
  othersOf(holder: PeerHolder, peerId: string): number;
  /** Returns the replaced link with the same peer id, which the caller must end. */
  add(link: PeerLink): PeerLink | undefined;
  /** False: the link was replaced before. */
  remove(link: PeerLink): boolean;
  /** Ends the sockets of the matching holders, including those that are being checked. */
  endSessions(matches: (holder: PeerHolder) => boolean): void;
  /** The holders of all sockets; may contain a holder more than once. */
  holders(): Iterable<PeerHolder>;
};

export function createOpenLinks(): OpenLinks {
  const links = new Map<string, PeerLink>();
  const arriving = new Set<Arrival>();
  /** Number of sockets per subject. */
  const socketsOf = new Map<string, number>();

  function count(holder: PeerHolder, change: 1 | -1): void {
    const key = subjectKey(holder);
    const sockets = (socketsOf.get(key) ?? 0) + change;
    if (sockets > 0) socketsOf.set(key, sockets);
    else socketsOf.delete(key);
  }

  return {
    byPeerId: links,
    all: () => [...links.values()],
    arrive(holder) {
      const arrival = { holder, isOver: false };
      arriving.add(arrival);
      return arrival;
    },
    arrived: (arrival) => void arriving.delete(arrival),
    othersOf: (holder, peerId) => (socketsOf.get(subjectKey(holder)) ?? 0) - (links.has(peerId) ? 1 : 0),
    add(link) {
      const replaced = links.get(link.peerId);
      links.set(link.peerId, link);
      count(link.holder, 1);
      return replaced;
    },
    remove(link) {
      count(link.holder, -1);
      return links.get(link.peerId) === link && links.delete(link.peerId);
    },
    endSessions(matches) {
      for (const arrival of arriving) if (matches(arrival.holder)) arrival.isOver = true;
      for (const link of [...links.values()])
        if (matches(link.holder)) link.end(PEER_CLOSE.sessionEnded, 'session ended');
    },
    *holders() {
      for (const { holder } of arriving) yield holder;
      for (const { holder } of links.values()) yield holder;
    },
  };
}
