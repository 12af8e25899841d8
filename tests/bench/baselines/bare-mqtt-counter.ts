/** The least that any console can do: mqtt.js in a worker, which counts what it hears and looks at none of it. */
import mqtt from 'mqtt';
import type { BareSession } from '../classroom/bare-tutor.ts';

export type CounterCommand = { session: BareSession; filter: string };
/** Told once the subscription stands, and then every 20 ms in which something came. */
export type CounterReport = { subscribed: true } | { count: number; at: number };

const EVERY_MS = 20;

addEventListener('message', ({ data }: MessageEvent<CounterCommand>) => void run(data));

async function run({ session, filter }: CounterCommand) {
  let count = 0;
  let told = 0;
  const client = await mqtt.connectAsync(session.url, {
    protocolVersion: 5,
    clientId: session.clientId,
    username: session.token,
    password: session.token,
    // In a worker of its own the library's default timers would need a worker more; ours has them off as well.
    timerVariant: 'native',
  });
  client.on('message', () => {
    count += 1;
  });
  setInterval(() => {
    if (count === told) return;
    told = count;
    tell({ count, at: performance.timeOrigin + performance.now() });
  }, EVERY_MS);
  await client.subscribeAsync(filter);
  tell({ subscribed: true });
}

const tell = (report: CounterReport) => (postMessage as (message: CounterReport) => void)(report);
