/** The MQTT 5 reason codes that the broker sends (MQTT 5.0, 2.4), with their texts. */
export const REASON = {
  malformedPacket: 0x81,
  protocolError: 0x82,
  implementationError: 0x83,
  clientIdentifierNotValid: 0x85,
  badUserNameOrPassword: 0x86,
  notAuthorized: 0x87,
  serverUnavailable: 0x88,
  serverBusy: 0x89,
  shuttingDown: 0x8b,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  filterInvalid: 0x8f,
  topicNameInvalid: 0x90,
  packetIdentifierNotFound: 0x92,
  topicAliasInvalid: 0x94,
  packetTooLarge: 0x95,
  messageRateTooHigh: 0x96,
  quotaExceeded: 0x97,
  qosNotSupported: 0x9b,
  maximumConnectTime: 0xa0,
} as const;

/**
 * The default Reason String of a DISCONNECT. Some clients read the reason code only if something follows it.
 */
const TEXTS: Readonly<Record<number, string>> = {
  [REASON.malformedPacket]: 'The packet is malformed.',
  [REASON.protocolError]: 'The packet may not come then, or not from a client.',
  [REASON.implementationError]: 'The broker could not read the packet.',
  [REASON.shuttingDown]: 'The broker is shutting down; try again.',
  [REASON.keepAliveTimeout]: 'Nothing came for one and a half times the keep alive.',
  [REASON.sessionTakenOver]: 'Another connection has the same client identifier.',
  [REASON.filterInvalid]: 'The topic filter is not valid.',
  [REASON.topicNameInvalid]: 'The topic name is not valid.',
  [REASON.topicAliasInvalid]: 'Topic aliases are not taken.',
  [REASON.packetTooLarge]: 'The packet is larger than the Maximum Packet Size.',
  [REASON.messageRateTooHigh]: 'Too many messages or bytes a second.',
  [REASON.quotaExceeded]: 'Too much waits for this client, which does not read.',
  [REASON.qosNotSupported]: 'The Maximum QoS is 1.',
};

export const reasonText = (code: number): string => TEXTS[code] ?? 'The broker ends the connection.';
