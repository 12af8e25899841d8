/** The device's half of the action baseline: mqtt.js in Node that answers every action at once and does nothing. */
import { deviceFilters } from '#protocol/topics.ts';
import type { BareDevice } from '../classroom/bare-device.ts';

/** Resolves when it listens. */
export async function startEcho({ client, tokens, scope }: BareDevice): Promise<void> {
  const { clientId } = tokens;
  client.on('message', (_topic, payload, { properties }) => {
    const { id, action } = JSON.parse(payload.toString()) as { id: string; action: string };
    client.publish(
      `${properties?.responseTopic}/${clientId}/reply`,
      JSON.stringify({ id, action, ok: true }),
      { qos: 1, properties: { correlationData: Buffer.from(id) } },
    );
  });
  await client.subscribeAsync(deviceFilters.client(scope, tokens, 'actions'), { qos: 1 });
}
