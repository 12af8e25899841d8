import { MAX_JSON_BYTES, MAX_PRESENCE_BYTES, MAX_THUMBNAIL_BYTES } from '#protocol/limits.ts';
import { feedbackAddress } from '#protocol/topics.ts';

/** The maximum payload size of a topic. Pictures of cards and snapshots are of kind `thumbnail`. */
export function payloadLimit(topic: string): number {
  if (topic.split('/', 3)[2] === 'presence') return MAX_PRESENCE_BYTES;
  return feedbackAddress(topic)?.kind === 'thumbnail' ? MAX_THUMBNAIL_BYTES : MAX_JSON_BYTES;
}

/** The largest payload, plus topic and properties. */
export const MAX_PACKET_BYTES = MAX_THUMBNAIL_BYTES + 64 * 1024;
