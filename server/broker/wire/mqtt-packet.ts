/** MQTT packets as bytes. The only server file that imports the packet library. */
import mqttPacket from 'mqtt-packet';

export const { parser } = mqttPacket;

/** The library caches lengths below this one. */
const REMEMBERED = 16_384;
/** The topic length (0) of a PUBLISH without topic. */
const WITHOUT_PAYLOAD = 2;

/**
 * Makes the library cache the bytes of all lengths at once. Otherwise it creates each length's few bytes on
 * first use, and each would keep alive 8 KiB of memory shared with other writes: 130 MiB after weeks.
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
