/** Publishes records and pictures to the response topics of demands. */
import type { TransportPublish } from '../connection/transport.ts';
import { countPublished, type DeviceCounters } from '../counters.ts';
import type { DeviceIdentity } from '../identity.ts';
import type { RecordKind } from './records.ts';
import { type Thumbnail, thumbnailMessage } from './thumbnail-message.ts';

export type FeedbackSenderDeps = {
  identity: () => DeviceIdentity | undefined;
  recordText: (kind: RecordKind) => string | undefined;
  publish: (message: TransportPublish) => Promise<boolean>;
  counters: DeviceCounters;
};

export function createFeedbackSender({ identity, recordText, publish, counters }: FeedbackSenderDeps) {
  return {
    sendRecord(responseTopic: string, kind: RecordKind): void {
      const clientId = identity()?.clientId;
      const payload = recordText(kind);
      if (clientId === undefined || payload === undefined) return;
      countPublished(counters, kind, payload.length);
      const topic = `${responseTopic}/${clientId}/${kind}`;
      void publish({ topic, payload, qos: 0, contentType: 'application/json' });
    },

    /** Resolves when the picture was sent. */
    async sendThumbnail(responseTopic: string, thumbnail: Thumbnail): Promise<void> {
      const self = identity();
      if (self === undefined) return;
      countPublished(counters, 'thumbnail', thumbnail.picture.bytes.byteLength);
      await publish(thumbnailMessage(self, responseTopic, thumbnail));
    },
  };
}
