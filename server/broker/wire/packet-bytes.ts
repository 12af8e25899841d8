type MeasuredPacket = {
  topic: string;
  payload: string | Buffer;
  properties?: object & { userProperties?: Readonly<Record<string, string | string[]>> };
};

/** An upper bound of the bytes of a PUBLISH on the wire. */
export function packetBytes(packet: MeasuredPacket): number {
  const { userProperties = {}, ...properties } = packet.properties ?? {};
  const texts = [
    ...Object.entries(userProperties).flatMap(([name, value]) =>
      [value].flat().flatMap((each) => [name, each]),
    ),
    ...Object.values(properties).map((value) => (typeof value === 'number' ? '....' : String(value))),
  ];
  const propertyBytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 3, 0);
  return 12 + Buffer.byteLength(packet.topic) + propertyBytes + packet.payload.length;
}
