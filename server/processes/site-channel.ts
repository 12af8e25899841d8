/** Messages to the process that serves a site, over Redis: they reach it or nobody, and are not stored. */
import * as v from 'valibot';
import type { SharedRedis } from './redis.ts';
import type { SiteName } from './site-leases.ts';

const messageSchema = v.variant('type', [
  /** The load balancer brings the site's clients to another process, which requests the site. */
  v.object({ type: v.literal('hand-over') }),
  /** A message of the platform for the site's clients. `payload`: base64. */
  v.object({
    type: v.literal('publish'),
    topic: v.string(),
    payload: v.string(),
    qos: v.picklist([0, 1]),
    retain: v.optional(v.boolean()),
    properties: v.optional(v.object({ messageExpiryInterval: v.optional(v.number()) })),
  }),
]);
export type SiteMessage = v.InferOutput<typeof messageSchema>;

export type SiteChannel = {
  /** Receives what is sent to the process of this site. Returns its undo. */
  listen(site: SiteName): Promise<() => Promise<void>>;
  /** Whether a process has received it. */
  send(site: SiteName, message: SiteMessage): Promise<boolean>;
};

const channelOf = (site: SiteName) => `${PREFIX}${site}`;
const PREFIX = 'lectern:to-site:';

export function createSiteChannel(
  { client, subscriber }: Pick<SharedRedis, 'client' | 'subscriber'>,
  received: (site: SiteName, message: SiteMessage) => void,
): SiteChannel {
  subscriber.on('message', (channel: string, text: string) => {
    if (channel.startsWith(PREFIX))
      received(channel.slice(PREFIX.length), v.parse(messageSchema, JSON.parse(text)));
  });
  return {
    async listen(site) {
      await subscriber.subscribe(channelOf(site));
      return async () => void (await subscriber.unsubscribe(channelOf(site)));
    },
    send: async (site, message) => (await client.publish(channelOf(site), JSON.stringify(message))) > 0,
  };
}
