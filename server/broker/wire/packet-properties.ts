/**
 * Validates the properties of clients' packets. The parser passes on properties that are repeated (as lists),
 * truncated (as null or -1) or belong to another packet. Forwarded to subscribers, they would end the
 * receivers' connections; inside aedes they would end the platform.
 */

type IsValid = (value: unknown) => boolean;
const isText: IsValid = (value) => typeof value === 'string';
const isNumber: IsValid = (value) => typeof value === 'number' && value >= 0;
const isFlag: IsValid = (value) => typeof value === 'boolean';
const isBytes: IsValid = (value) => Buffer.isBuffer(value);
/** The only properties that may be repeated (MQTT 5.0, 2.2.2.2). */
const isPairs: IsValid = (value) =>
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
const BY_PACKET: Readonly<Record<string, Readonly<Record<string, IsValid>>>> = {
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
  // Aliases are not offered; aedes answers one with a reason code.
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
