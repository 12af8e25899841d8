/**
 * What may stand in the properties of a packet that a client sends. The parser passes on properties that came twice
 * (as lists), that were cut off (as null or -1) or that belong to another packet; written out again, to whoever
 * subscribed, they would end the receivers' connections, and inside aedes they end the platform.
 */

type IsGood = (value: unknown) => boolean;
const isText: IsGood = (value) => typeof value === 'string';
const isNumber: IsGood = (value) => typeof value === 'number' && value >= 0;
const isFlag: IsGood = (value) => typeof value === 'boolean';
const isBytes: IsGood = (value) => Buffer.isBuffer(value);
/** Only these may come more than once (MQTT 5.0, 2.2.2.2). */
const isPairs: IsGood = (value) =>
  typeof value === 'object' && value !== null && Object.values(value).flat().every(isText);

const anywhere = { userProperties: isPairs };
const message = {
  ...anywhere,
  payloadFormatIndicator: isFlag,
  messageExpiryInterval: isNumber,
  contentType: isText,
  responseTopic: isText,
  correlationData: isBytes,
};
const acknowledgement = { ...anywhere, reasonString: isText };
const BY_PACKET: Readonly<Record<string, Readonly<Record<string, IsGood>>>> = {
  connect: {
    ...anywhere,
    sessionExpiryInterval: isNumber,
    receiveMaximum: isNumber,
    maximumPacketSize: isNumber,
    topicAliasMaximum: isNumber,
    requestResponseInformation: isFlag,
    requestProblemInformation: isFlag,
    authenticationMethod: isText,
    authenticationData: isBytes,
  },
  will: { ...message, willDelayInterval: isNumber },
  // None is offered, which aedes answers with a reason code.
  publish: { ...message, topicAlias: isNumber },
  puback: acknowledgement,
  pubrec: acknowledgement,
  pubrel: acknowledgement,
  pubcomp: acknowledgement,
  subscribe: { ...anywhere, subscriptionIdentifier: isNumber },
  unsubscribe: anywhere,
  disconnect: { ...acknowledgement, sessionExpiryInterval: isNumber, serverReference: isText },
};

/** `packet`: its type, or `will`. */
export function arePropertiesOf(packet: string, properties: Readonly<Record<string, unknown>> = {}): boolean {
  const known = BY_PACKET[packet] ?? {};
  return Object.entries(properties).every(
    ([name, value]) => Object.hasOwn(known, name) && known[name]?.(value) === true,
  );
}
