/** Counts the refusals of the peer server and writes them to the security log. */
import { countReason } from '#base/count-reason.ts';
import type { SecurityLog } from '#base/security-log.ts';
import type { PeerCounters } from './peer-counters.ts';
import type { PeerLink } from './peer-link.ts';
import type { PeerHolder } from './peer-tickets.ts';

export type PeerRefusalsDeps = { counters: Pick<PeerCounters, 'refused'>; security: SecurityLog };

/** The origin of a socket. `holder`: the holder of its ticket, once known. */
export type SocketOrigin = { address: string; holder?: PeerHolder };

export type PeerRefusals = {
  frame(link: PeerLink, reason: string): void;
  socket(reason: string, from: SocketOrigin): void;
};

export function createPeerRefusals({ counters, security }: PeerRefusalsDeps): PeerRefusals {
  return {
    frame(link, reason) {
      countReason(counters.refused.frames, reason);
      security.note({ what: 'peer-refused', reason: `frame-${reason}`, ...whoIs(link.holder) });
    },
    socket(reason, { address, holder }) {
      countReason(counters.refused.sockets, reason);
      security.note({
        what: 'peer-refused',
        reason: `socket-${reason}`,
        address,
        ...(holder && whoIs(holder)),
      });
    },
  };
}

const whoIs = ({ kind, tenant, site, id }: PeerHolder) => ({ kind, tenant, site, who: id });
