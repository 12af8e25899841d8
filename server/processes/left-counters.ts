/** What the services of sites that this process has left had counted: totals since the start of a process never fall. */
import { type BrokerCounters, createBrokerCounters } from '../broker/broker-counters.ts';
import type { LiveServices } from '../live-services.ts';
import { createPeerCounters, type PeerCounters } from '../peer/peer-counters.ts';
import { addCounters } from './add-counters.ts';

export type LeftCounters = {
  /** To be called once, with services that have closed. */
  keep(services: LiveServices): void;
  broker(): BrokerCounters;
  peers(): PeerCounters;
};

export function createLeftCounters(): LeftCounters {
  let broker = createBrokerCounters();
  let peers = createPeerCounters();
  return {
    keep(services) {
      // What counts what is there now is nothing of the past.
      const { connections } = createBrokerCounters();
      const { sockets, held } = createPeerCounters();
      broker = addCounters([broker, { ...services.broker.counters(), connections }]);
      peers = addCounters([peers, { ...services.peers.counters(), sockets, held }]);
    },
    broker: () => broker,
    peers: () => peers,
  };
}
