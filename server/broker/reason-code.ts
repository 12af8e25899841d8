/** The MQTT 5 reason codes that the broker itself chooses (MQTT 5.0, 2.4). */
export const REASON = {
  clientIdentifierNotValid: 0x85,
  badUserNameOrPassword: 0x86,
  notAuthorized: 0x87,
  serverUnavailable: 0x88,
  serverBusy: 0x89,
  maximumConnectTime: 0xa0,
} as const;
