/** Transports to a broker that a test plays. */
import type {
  AgentTransportEvents,
  OpenAgentTransport,
  TransportOptions,
  TransportPublish,
} from '../connection/transport.ts';

export type OpenedTransport = {
  options: TransportOptions;
  events: AgentTransportEvents;
  published: TransportPublish[];
  subscribed: Set<string>;
  closed?: { keepSession: boolean };
};

export function createFakeTransports() {
  const transports: OpenedTransport[] = [];
  const broker: {
    /** False: published messages arrive without an acknowledgement. */
    acknowledge: boolean;
    /** The beginning of the filters that the broker refuses. */
    closedTopics: string | undefined;
    /** Runs while a transport is being closed. */
    whileClosing: (() => Promise<void>) | undefined;
  } = { acknowledge: true, closedTopics: undefined, whileClosing: undefined };
  const open: OpenAgentTransport = (transportOptions, events) => {
    const transport: OpenedTransport = {
      options: transportOptions,
      events,
      published: [],
      subscribed: new Set(),
    };
    transports.push(transport);
    const alive = () => transports.at(-1) === transport && transport.closed === undefined;
    return {
      async publish(message) {
        if (alive()) transport.published.push(message);
        return alive() && broker.acknowledge;
      },
      async subscribe(filters) {
        const { closedTopics } = broker;
        const open = filters.filter((filter) => !(closedTopics && filter.startsWith(closedTopics)));
        for (const filter of open) transport.subscribed.add(filter);
        return alive() && open.length === filters.length;
      },
      async unsubscribe(filters) {
        for (const filter of filters) transport.subscribed.delete(filter);
        return alive();
      },
      async close(how) {
        await broker.whileClosing?.();
        transport.closed = how;
      },
    };
  };
  /** The newest transport. */
  const transport = (): OpenedTransport => {
    const last = transports.at(-1);
    if (last === undefined) throw new Error('No transport was opened');
    return last;
  };
  return { transports, transport, open, broker };
}
