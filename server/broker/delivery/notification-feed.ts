/** Publishes every change of the directory on `S/notifications/v1`, so that consoles reload the data. */
import type { Notification } from '#protocol/notification.ts';
import { notifications } from '#protocol/topics.ts';
import type { BrokerChange, BrokerChanges } from '../broker-permissions.ts';

export type NotificationFeedDeps = {
  changes: BrokerChanges;
  /** Ids of a tenant's sites. A change without a site is published on all of them. */
  sitesOf(tenant: string): Promise<readonly string[]>;
  publish(topic: string, payload: Buffer): Promise<void>;
  failed(error: unknown): void;
};

/** Returns the function that stops the feed. */
export function startNotificationFeed({
  changes,
  sitesOf,
  publish,
  failed,
}: NotificationFeedDeps): () => void {
  async function announce({ tenant, site, resource, id, change, at }: BrokerChange): Promise<void> {
    const notification: Notification = { resource, ...(id !== undefined && { id }), change, at };
    const payload = Buffer.from(JSON.stringify(notification));
    const sites = site === undefined ? await sitesOf(tenant) : [site];
    await Promise.all(sites.map((each) => publish(notifications({ tenant, site: each }), payload)));
  }
  return changes.listen((change) => {
    announce(change).catch(failed);
  });
}
