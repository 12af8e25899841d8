/** Texts for peer connection failures. */
export const PEER_FAILURE_TEXTS = {
  stun: 'Failed to fetch new STUN credentials',
  'peer-configuration': 'Failed to obtain peer configuration',
  'no-ice-servers': 'Both STUN_SERVER and ICE_SERVER URLs are missing',
  'ice-servers-refused': 'STUN_SERVER and ICE_SERVER name no server that may be used',
  'peer-server': 'The peer server cannot be reached',
} as const;
