/** The packets of MQTT as bytes. The only file of the server that imports the library for them. */
import mqttPacket from 'mqtt-packet';

export const { parser } = mqttPacket;

/** Lengths below it are remembered by the library. */
const REMEMBERED = 16_384;
/** Of a PUBLISH without a topic: the length of the topic, which is 0. */
const WITHOUT_PAYLOAD = 2;

/**
 * Has the library remember the bytes of all lengths that it remembers, one beside the other. It would make the few bytes of each
 * when the length is first written, and each would hold 8 KiB of memory that they share with what was written meanwhile: a
 * platform that runs for weeks would come to hold 130 MiB for them.
 */
export function rememberLengths(): void {
  const payload = Buffer.alloc(REMEMBERED);
  const nowhere = { write: () => true, cork: () => undefined, uncork: () => undefined };
  for (let length = 0; length + WITHOUT_PAYLOAD < REMEMBERED; length += 1)
    mqttPacket.writeToStream(
      {
        cmd: 'publish',
        topic: '',
        payload: payload.subarray(0, length),
        qos: 0,
        retain: false,
        dup: false,
      },
      nowhere as never,
    );
}
