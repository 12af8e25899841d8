/** Packets that the broker writes itself, because aedes does not know them or cannot add a reason. */

const CONNACK = 0x20;
const PUBCOMP = 0x70;
/** Properties of MQTT 5 (2.2.2.2). */
const REASON_STRING = 0x1f;
const MAXIMUM_QOS = 0x24;

/** Refuses a CONNECT. `text`: the Reason String, at most 100 ASCII characters. */
export function connackRefusal(code: number, text: string): Buffer {
  return packet(CONNACK, Buffer.from([0, code]), propertiesOf(text));
}

/** Ends a QoS 2 exchange. */
export function pubcompOf(messageId: number, code: number, text: string): Buffer {
  return packet(PUBCOMP, Buffer.from([messageId >> 8, messageId & 0xff, code]), propertiesOf(text));
}

/**
 * Adds Maximum QoS 1 to a CONNACK. Returns other packets, and refusals, unchanged. `connack`: one whole
 * packet with less than 128 bytes of properties.
 */
export function withMaximumQos(connack: Buffer): Buffer {
  const [type, length = 0, flags = 0, code, propertyBytes = 0] = connack;
  const isWhole = connack.length === length + 2 && length < 0x80 && propertyBytes === length - 3;
  if (type !== CONNACK || code !== 0 || !isWhole) return connack;
  return packet(CONNACK, Buffer.from([flags, code, propertyBytes + 2, MAXIMUM_QOS, 1]), connack.subarray(5));
}

function propertiesOf(text: string): Buffer {
  const bytes = Buffer.from(text.slice(0, 100), 'latin1');
  return Buffer.concat([Buffer.from([bytes.length + 3, REASON_STRING, 0, bytes.length]), bytes]);
}

function packet(type: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 0x80 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7];
  return Buffer.concat([Buffer.from([type, ...length]), body]);
}
