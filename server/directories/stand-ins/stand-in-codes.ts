/**
 * Authorisation codes of the stand-ins. A code contains the challenge for its verifier, because each process
 * has a stand-in of its own, and the code of one is redeemed at any of them.
 */
import { createHash, randomUUID } from 'node:crypto';

export type StandInCodes = {
  give(challenge: string | null): string;
  /** True once for a code, with the verifier of its challenge. */
  redeem(body: { code?: unknown; code_verifier?: unknown }): boolean;
};

export function createStandInCodes(): StandInCodes {
  const spent = new Set<string>();
  return {
    give: (challenge) => `${randomUUID()}.${challenge ?? ''}`,
    redeem({ code, code_verifier }) {
      const text = String(code);
      if (spent.has(text)) return false;
      spent.add(text);
      return text.split('.')[1] === createHash('sha256').update(String(code_verifier)).digest('base64url');
    },
  };
}
