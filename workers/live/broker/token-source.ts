/** Where the link gets its access token: the last one that a tab brought, or a fresh one from the tabs. */
import { type AccessTokenClaims, readClaims } from '#protocol/auth/access-token.ts';
import type { Clock } from '#protocol/clock.ts';
import type { TabFace } from '#protocol/threads/live-worker.ts';

export type TokenWish = {
  /** Ask the tabs, whatever token is at hand. */
  renew: boolean;
  /** The token that the broker has just refused: it is not presented again unless a tab stands by it. */
  rejected?: string | undefined;
};

const GOOD_FOR_MS = 30_000;
/** A tab that is frozen by the browser does not answer. */
const ANSWER_WITHIN_MS = 3_000;

export function createTokenSource(deps: { clock: Clock; faces(): readonly TabFace[] }) {
  const { clock } = deps;
  let newest: { token: string; claims: AccessTokenClaims } | undefined;
  /**
   * How far this machine's clock is ahead of the platform's, as far as its tokens tell: one that has just come may be
   * of any age, so the least is nearest the truth. Nothing is known at first.
   */
  let aheadMs = 0;

  const lifeMs = ({ iat, exp }: AccessTokenClaims) => (exp - iat) * 1_000;
  /** What `aheadMs` is at most, if the token was made just now. */
  const aheadIfNew = ({ iat }: AccessTokenClaims) => clock.now() - iat * 1_000;

  /** Epoch milliseconds on this machine's clock. */
  const expiresAt = ({ exp }: AccessTokenClaims) => exp * 1_000 + aheadMs;

  /** A token that lives shorter than two minutes would never be good enough without the second limit. */
  const isGood = (claims: AccessTokenClaims) =>
    expiresAt(claims) - clock.now() > Math.min(GOOD_FOR_MS, lifeMs(claims) / 4);

  /** Remembers a token; answers whether it is newer than the one before. */
  function offer(token: string): boolean {
    const claims = readClaims(token);
    if (!claims) return false;
    aheadMs = Math.min(aheadMs, aheadIfNew(claims));
    if (newest && claims.exp <= newest.claims.exp) return false;
    newest = { token, claims };
    return true;
  }

  /** A tab reckons by the life of its token: where this clock says otherwise, it is wrong, or was set meanwhile. */
  function trust(token: string) {
    const claims = readClaims(token);
    if (claims && !isGood(claims)) aheadMs = aheadIfNew(claims);
    offer(token);
  }

  return {
    offer,
    expiresAt,
    /** Forgets the token of a session that ended. */
    clear() {
      newest = undefined;
    },
    /** All tabs are asked at once: the one that owns the refresh answers for all. */
    async token({ renew, rejected }: TokenWish): Promise<string | undefined> {
      const known = () =>
        newest && newest.token !== rejected && isGood(newest.claims) ? newest.token : undefined;
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
    const stop = clock.after(ANSWER_WITHIN_MS, () => resolve({ name: 'silent' }));
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
