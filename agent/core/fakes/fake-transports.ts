/** Links to a broker that a test plays. */
import type { LinkEvents, LinkOptions, LinkPublish, OpenLink } from '../connection/transport.ts';

export type OpenedLink = {
  options: LinkOptions;
  events: LinkEvents;
  published: LinkPublish[];
  subscribed: Set<string>;
  closed?: { keepSession: boolean };
};

export function createFakeLinks() {
  const links: OpenedLink[] = [];
  const broker: {
    /** False: what is published arrives without an acknowledgement. */
    acknowledge: boolean;
    /** Filters that the broker refuses begin so. */
    closedTopics: string | undefined;
  } = { acknowledge: true, closedTopics: undefined };
  const open: OpenLink = (linkOptions, events) => {
    const link: OpenedLink = { options: linkOptions, events, published: [], subscribed: new Set() };
    links.push(link);
    const alive = () => links.at(-1) === link && link.closed === undefined;
    return {
      async publish(message) {
        if (alive()) link.published.push(message);
        return alive() && broker.acknowledge;
      },
      async subscribe(filters) {
        const { closedTopics } = broker;
        const open = filters.filter((filter) => !(closedTopics && filter.startsWith(closedTopics)));
        for (const filter of open) link.subscribed.add(filter);
        return alive() && open.length === filters.length;
      },
      async unsubscribe(filters) {
        for (const filter of filters) link.subscribed.delete(filter);
        return alive();
      },
      async close(how) {
        link.closed = how;
      },
    };
  };
  /** The newest. */
  const link = (): OpenedLink => {
    const last = links.at(-1);
    if (last === undefined) throw new Error('No link was opened');
    return last;
  };
  return { links, link, open, broker };
}
