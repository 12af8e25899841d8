/** Provides the link's access token: the last one sent by a tab, or a fresh one requested from the tabs. */
import { type AccessTokenClaims, readClaims } from '#protocol/auth/access-token.ts';
import type { Clock, EpochMs } from '#protocol/clock.ts';
import type { TabFace } from '#protocol/threads/live-worker.ts';

export type TokenRequest = {
  /** Requests a token from the tabs even if one is available. */
  renew: boolean;
  /** The token that the broker has just refused; it is not used again unless a tab confirms it. */
  rejected?: string | undefined;
};

const MIN_VALIDITY_MS = 30_000;
/** A tab frozen by the browser does not answer. */
const REPLY_TIMEOUT_MS = 3_000;

export function createTokenSource(deps: { clock: Clock; faces(): readonly TabFace[] }) {
  const { clock } = deps;
  let newest: { token: string; claims: AccessTokenClaims } | undefined;
  /**
   * How far this machine's clock is ahead of the platform's, estimated from tokens. A received token may be
   * of any age, so the smallest difference is nearest the truth. Starts at 0, because nothing is known.
   */
  let aheadMs = 0;

  const lifeMs = ({ iat, exp }: AccessTokenClaims) => (exp - iat) * 1_000;
  /** Upper bound of `aheadMs`, reached if the token was issued just now. */
  const aheadIfNew = ({ iat }: AccessTokenClaims) => clock.now() - iat * 1_000;

  /** On this machine's clock. */
  const expiresAt = ({ exp }: AccessTokenClaims): EpochMs => exp * 1_000 + aheadMs;

  /** The second limit is for tokens with a lifetime under two minutes, which would never pass the first. */
  const isValid = (claims: AccessTokenClaims) =>
    expiresAt(claims) - clock.now() > Math.min(MIN_VALIDITY_MS, lifeMs(claims) / 4);

  /** Stores a token; returns whether it is newer than the previous one. */
  function offer(token: string): boolean {
    const claims = readClaims(token);
    if (!claims) return false;
    aheadMs = Math.min(aheadMs, aheadIfNew(claims));
    if (newest && claims.exp <= newest.claims.exp) return false;
    newest = { token, claims };
    return true;
  }

  /** A tab computes validity from its token's lifetime. If this clock disagrees, it is wrong. */
  function trust(token: string) {
    const claims = readClaims(token);
    if (claims && !isValid(claims)) aheadMs = aheadIfNew(claims);
    offer(token);
  }

  return {
    offer,
    expiresAt,
    /** Removes the token of a session that ended. */
    clear() {
      newest = undefined;
    },
    /** Requests all tabs at once; the tab that owns the refresh answers for all. */
    async token({ renew, rejected }: TokenRequest): Promise<string | undefined> {
      const known = () =>
        newest && newest.token !== rejected && isValid(newest.claims) ? newest.token : undefined;
      if (!renew && known() !== undefined) return known();
      const answer = await firstToken(deps.faces(), clock, rejected);
      if (answer.name === 'signed-out') return undefined;
      if (answer.name === 'silent') return known();
      trust(answer.token);
      return answer.token;
    },
  };
}

type Answer = { name: 'token'; token: string } | { name: 'signed-out' } | { name: 'silent' };

function firstToken(faces: readonly TabFace[], clock: Clock, rejected: string | undefined): Promise<Answer> {
  return new Promise((resolve) => {
    let left = faces.length;
    let signedOut = false;
    const stop = clock.after(REPLY_TIMEOUT_MS, () => resolve({ name: 'silent' }));
    const settle = (answer: Answer) => {
      stop();
      resolve(answer);
    };
    const lost = () => {
      left -= 1;
      if (left <= 0) settle({ name: signedOut ? 'signed-out' : 'silent' });
    };
    if (left === 0) settle({ name: 'silent' });
    for (const face of faces) {
      face.freshToken(rejected).then((token) => {
        if (token !== undefined) settle({ name: 'token', token });
        else {
          signedOut = true;
          lost();
        }
      }, lost);
    }
  });
}
