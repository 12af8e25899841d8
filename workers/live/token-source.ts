/** Where the link gets its access token: the last one that a tab brought, or a fresh one from the tabs. */
import { readClaims } from '#protocol/access-token.ts';
import type { TabFace } from '#protocol/live-worker.ts';
import type { Clock } from './clock.ts';

const GOOD_FOR_MS = 30_000;
/** A tab that is frozen by the browser does not answer. */
const ANSWER_WITHIN_MS = 3_000;

export function createTokenSource(deps: { clock: Clock; faces(): readonly TabFace[] }) {
  let newest: { token: string; expiresAt: number; goodForMs: number } | undefined;

  const good = () =>
    newest && newest.expiresAt - deps.clock.now() > newest.goodForMs ? newest.token : undefined;

  /** Remembers a token; answers whether it is newer than the one before. */
  function offer(token: string): boolean {
    const claims = readClaims(token);
    const expiresAt = (claims?.exp ?? 0) * 1_000;
    if (!claims || expiresAt <= (newest?.expiresAt ?? 0)) return false;
    // A token that lives shorter than two minutes would otherwise never be good enough.
    const lifetimeMs = expiresAt - claims.iat * 1_000;
    newest = { token, expiresAt, goodForMs: Math.min(GOOD_FOR_MS, lifetimeMs / 4) };
    return true;
  }

  return {
    offer,
    /** Forgets the token of a session that ended. */
    clear() {
      newest = undefined;
    },
    /** All tabs are asked at once: the one that owns the refresh answers for all. */
    async token({ renew }: { renew: boolean }): Promise<string | undefined> {
      const known = good();
      if (known !== undefined && !renew) return known;
      const answer = await firstToken(deps.faces(), deps.clock);
      if (answer.name === 'signed-out') return undefined;
      if (answer.name === 'token') offer(answer.token);
      return good();
    },
  };
}

type Answer = { name: 'token'; token: string } | { name: 'signed-out' } | { name: 'silent' };

function firstToken(faces: readonly TabFace[], clock: Clock): Promise<Answer> {
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
      face.freshToken().then((token) => {
        if (token !== undefined) settle({ name: 'token', token });
        else {
          signedOut = true;
          lost();
        }
      }, lost);
    }
  });
}
