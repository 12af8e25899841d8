import type { HandOverCrypto } from '../hand-over.ts';

/** Real random values, and a digest that resolves within the same turn, as fake time needs it. */
export const fakeCrypto: HandOverCrypto = {
  getRandomValues: (bytes) => globalThis.crypto.getRandomValues(bytes),
  subtle: { digest: async () => new Uint8Array(32).buffer },
};
