import mqttPacket from 'mqtt-packet';

/** A record as it travels from the broker to a console: the bytes of one MQTT 5 PUBLISH. */
export const publishPacket = (topic: string, payload: string): Buffer =>
  mqttPacket.generate(
    {
      cmd: 'publish',
      topic,
      payload,
      qos: 0,
      dup: false,
      retain: false,
      properties: { contentType: 'application/json' },
    },
    { protocolVersion: 5 },
  );
