/** Messages over Redis to the process that serves a site. They are not stored, so they may be lost. */
import * as v from 'valibot';
import type { SharedRedis } from '#base/redis.ts';
import type { SiteName } from './site-leases.ts';

const messageSchema = v.variant('type', [
  /** The load balancer sends the site's clients to another process, which requests the site. */
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
  /** Receives the messages to this site's process. Returns a function that stops it. */
  listen(site: SiteName): Promise<() => Promise<void>>;
  /** Whether a process has received the message. */
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
