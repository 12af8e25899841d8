/** Counters of services that this process has closed, because totals since the start must never fall. */
import { type BrokerCounters, createBrokerCounters } from '#broker/broker-counters.ts';
import { createPeerCounters, type PeerCounters } from '../peer/peer-counters.ts';
import { addCounters } from '../processes/add-counters.ts';
import type { LiveServices } from './live-services.ts';

export type LeftCounters = {
  /** Must be called once per closed service. */
  add(services: LiveServices): void;
  broker(): BrokerCounters;
  peers(): PeerCounters;
};

export function createLeftCounters(): LeftCounters {
  let broker = createBrokerCounters();
  let peers = createPeerCounters();
  return {
    add(services) {
      // Gauges of the current state are left out.
      const { connections } = createBrokerCounters();
      const { sockets, held } = createPeerCounters();
      broker = addCounters([broker, { ...services.broker.counters(), connections }]);
      peers = addCounters([peers, { ...services.peers.counters(), sockets, held }]);
    },
    broker: () => broker,
    peers: () => peers,
  };
}
