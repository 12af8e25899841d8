/** The end of a connection that its tutor wants. */
import type { Clock } from './clock.ts';
import type { Transport } from './mqtt-transport.ts';

const LAST_WILL_MS = 1_000;

/** A last will is not sent after a goodbye, so it is said by hand; a broker that does not take it is left. */
export async function sayFarewell(
  clock: Clock,
  transport: Transport,
  will: { topic: string; payload: string },
): Promise<void> {
  const options = { qos: 1, contentType: 'application/json' } as const;
  const said = transport.publish(will.topic, will.payload, options).then(() => true);
  let stop = () => {};
  const gaveUp = new Promise<false>((late) => {
    stop = clock.after(LAST_WILL_MS, () => late(false));
  });
  const answered = await Promise.race([said, gaveUp]);
  stop();
  if (answered) transport.end({ keepSession: false });
  else transport.drop();
}
