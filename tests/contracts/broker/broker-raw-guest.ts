/** A raw connection of somebody: sends hundreds of requests in one go and reads the reason code of each. */
import { type AccessTokenClaims, mqttClientId } from '#protocol/auth/access-token.ts';
import { openRaw } from './broker-raw-client.ts';

/** In flight at once. */
const BATCH = 400;

export type RawGuest = Awaited<ReturnType<typeof openRawGuest>>;

/** Rejects where the broker refuses the connection. */
export async function openRawGuest(url: string, token: string, claims: AccessTokenClaims) {
  const raw = await openRaw(url);
  raw.connect(token, mqttClientId(claims, 'guest'), { keepalive: 0 });
  const { reasonCode } = await raw.next('connack');
  if (reasonCode !== 0) throw new Error(`${claims.sub} was refused: ${reasonCode}`);
  let messageId = 0;
  const nextId = () => {
    messageId = (messageId % 65_000) + 1;
    return messageId;
  };
  const inBatches = async <T>(all: readonly T[], send: (batch: readonly T[]) => Promise<void>) => {
    for (let i = 0; i < all.length; i += BATCH) await send(all.slice(i, i + BATCH));
  };

  return {
    /** The reason code of each publish, in the order given. */
    async publish(
      messages: readonly { topic: string; payload: string; retain?: boolean }[],
    ): Promise<number[]> {
      const codes: number[] = [];
      await inBatches(messages, async (batch) => {
        const ids = batch.map(nextId);
        raw.send(
          ...batch.map(({ topic, payload, retain = false }, i) => ({
            cmd: 'publish' as const,
            topic,
            payload,
            retain,
            qos: 1 as const,
            dup: false,
            messageId: ids[i] ?? 0,
          })),
        );
        const answers = new Map<number, number>();
        while (answers.size < batch.length) {
          const ack = await raw.next('puback');
          answers.set(ack.messageId ?? 0, ack.reasonCode ?? 0);
        }
        codes.push(...ids.map((id) => answers.get(id) ?? -1));
      });
      return codes;
    },
    /** The reason code or granted QoS of each filter, in the order given. */
    async subscribe(filters: readonly string[]): Promise<number[]> {
      const codes: number[] = [];
      await inBatches(filters, async (batch) => {
        raw.send({
          cmd: 'subscribe',
          messageId: nextId(),
          subscriptions: batch.map((topic) => ({ topic, qos: 0 as const })),
        });
        codes.push(...((await raw.next('suback')).granted as number[]));
      });
      return codes;
    },
    unsubscribe: (filters: readonly string[]) =>
      inBatches(filters, async (batch) => {
        raw.send({ cmd: 'unsubscribe', messageId: nextId(), unsubscriptions: [...batch] });
        await raw.next('unsuback');
      }),
    /** What has arrived since the last time; asks for a sign of life first, behind which nothing is left. */
    async received(): Promise<{ topic: string; payload: string }[]> {
      raw.send({ cmd: 'pingreq' });
      await raw.next('pingresp');
      return raw.take('publish').map(({ topic, payload }) => ({ topic, payload: payload.toString() }));
    },
    close: () => raw.socket.terminate(),
  };
}
