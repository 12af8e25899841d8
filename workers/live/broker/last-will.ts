/** The last will of a connection: sent by the broker if it is lost, by the worker itself if it closes. */

import type { Clock } from '#protocol/clock.ts';
import type { TutorLastWill } from '#protocol/demand.ts';
import type { LiveSession } from '#protocol/threads/live-worker.ts';
import { tutorLastWill } from '#protocol/topics.ts';
import type { Transport } from './mqtt-transport.ts';

const TIMEOUT_MS = 1_000;

export const lastWillOf = (session: LiveSession, will: TutorLastWill) => ({
  topic: tutorLastWill(session, session.tutorId),
  payload: JSON.stringify(will),
});

/**
 * Publishes the last will, because a broker sends none after a disconnect. Without an acknowledgement the
 * connection is dropped, so that the broker sends it.
 */
export async function publishLastWill(
  clock: Clock,
  transport: Transport,
  will: { topic: string; payload: string },
): Promise<void> {
  const options = { qos: 1, contentType: 'application/json' } as const;
  const said = transport.publish(will.topic, will.payload, options).then(() => true);
  let stop = () => {};
  const gaveUp = new Promise<false>((late) => {
    stop = clock.after(TIMEOUT_MS, () => late(false));
  });
  const answered = await Promise.race([said, gaveUp]);
  stop();
  if (answered) transport.end({ keepSession: false });
  else transport.drop();
}
