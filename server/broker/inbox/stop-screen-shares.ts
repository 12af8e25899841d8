/**
 * `T/requeststopscreenshares`: devices receive it from the broker; tutors who share receive a notice on their
 * backchannel. Only the sharing browser knows its sessions, so every tutor of the site is notified, including
 * the sender, whose share may be in another browser.
 */
import { stopScreenSharesSchema } from '#protocol/stop-screen-shares.ts';
import { stopScreenSharesNotice } from '#protocol/topics.ts';
import type { Connection } from '../door/connection.ts';
import { readPayload } from '../read-payload.ts';
import type { CountDrop, InboxReader } from './platform-inbox.ts';

export type StopScreenSharesDeps = {
  connections(): Iterable<Connection>;
  publish(topic: string, payload: Buffer): Promise<void>;
  drop: CountDrop;
  failed(error: unknown): void;
};

/** A reader of `tutors`. Most messages there are for devices. */
export function createStopScreenShares(deps: StopScreenSharesDeps): InboxReader {
  return ({ scope, rest, payload }) => {
    if (rest.length !== 3 || rest[2] !== 'requeststopscreenshares') return;
    const read = readPayload(stopScreenSharesSchema, payload);
    if (!read.ok) {
      deps.drop(`stop-screen-shares:${read.reason}`);
      return;
    }
    const tutors = new Set<string>();
    for (const { claims } of deps.connections())
      if (claims.kind === 'tutor' && claims.tenant === scope.tenant && claims.site === scope.site)
        tutors.add(claims.sub);
    const notice = Buffer.from(JSON.stringify(read.value));
    for (const tutorId of tutors)
      deps.publish(stopScreenSharesNotice(scope, tutorId), notice).catch(deps.failed);
  };
}
