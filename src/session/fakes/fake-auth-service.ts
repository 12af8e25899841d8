import { AppError } from '#protocol/app-error.ts';
import type { Tokens } from '#protocol/auth/auth-service.ts';
import type { SessionEndReason } from '#protocol/auth/session-end.ts';
import type { AuthService } from '../auth-service.ts';

export const tokensOf = (changes: Partial<Tokens> = {}): Tokens => ({
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
  expiresIn: 600,
  roles: ['consoleUser'],
  userId: 'tutor-1',
  realm: 'console',
  siteId: 'riverside',
  siteName: 'Riverside School',
  name: 'Tia Teacher',
  email: 'teacher@demo.example',
  liveRooms: [],
  ...changes,
});

/** An auth service that rotates refresh tokens and refuses spent ones. */
export function createFakeAuthService() {
  const calls: string[] = [];
  let valid = 'refresh-1';
  let count = 1;
  let answer: 'normal' | 'unreachable' | 'refuse' | 'busy' = 'normal';
  let why: SessionEndReason | undefined;
  /** Awaited before each answer, so that a test can act while a call is in transit. */
  let before = async () => {};

  async function respond(call: string): Promise<void> {
    calls.push(call);
    await before();
    if (answer === 'unreachable') throw new AppError('unreachable', 'no answer');
    if (answer === 'busy') throw new AppError('server', 'busy', { detail: { status: 429, retryAfter: 40 } });
    if (answer === 'refuse' && !call.startsWith('session-end'))
      throw new AppError('unauthorized', 'refused', { detail: { status: 401 } });
  }

  function next(changes: Partial<Tokens> = {}): Tokens {
    count += 1;
    valid = `refresh-${count}`;
    return tokensOf({ accessToken: `access-${count}`, refreshToken: valid, ...changes });
  }

  const service: AuthService = {
    async sites() {
      await respond('sites');
      return { sites: [], managementAccess: false };
    },
    async login(bearer, body) {
      await respond(`login ${bearer} ${body.realm} ${body.siteId ?? ''}`.trim());
      return next({ realm: body.realm, siteId: body.siteId });
    },
    async refresh(refreshToken) {
      await respond(`refresh ${refreshToken}`);
      if (refreshToken !== valid) throw new AppError('unauthorized', 'spent', { detail: { status: 401 } });
      return next();
    },
    async sessionEnd(accessToken) {
      await respond(`session-end ${accessToken}`);
      return why;
    },
    async logout(refreshToken) {
      await respond(`logout ${refreshToken}`);
    },
    async signIn() {
      await respond('signIn');
      return { ticket: 'ticket-1', expiresIn: 3_600 };
    },
    async handOver() {
      await respond('handOver');
      return 'code-1';
    },
    async redeem(body) {
      await respond(`redeem ${body.code}`);
      return next();
    },
    async createAdmin() {
      await respond('createAdmin');
      return 'tutor-1';
    },
  };
  return {
    ...service,
    calls,
    answerWith(kind: typeof answer) {
      answer = kind;
    },
    /** Sets the reason for which sessions have ended. */
    endedBecause(reason: SessionEndReason) {
      why = reason;
    },
    beforeAnswer(run: () => Promise<void>) {
      before = run;
    },
  };
}
