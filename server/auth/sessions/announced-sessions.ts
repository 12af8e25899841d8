/** Awaits a listener before it returns an access token: an external broker must know the token first. */
import type { Session, Sessions } from './sessions.ts';

export type HandedOutTokens = {
  /** The listener is awaited. There is at most one. */
  listen(listener: (accessToken: string) => Promise<void>): void;
};

export function announceTokens(sessions: Sessions): { sessions: Sessions; handedOut: HandedOutTokens } {
  let notify = async (_accessToken: string) => {};
  const announced = async <T extends Session | undefined>(session: T): Promise<T> => {
    if (session) await notify(session.accessToken);
    return session;
  };
  return {
    handedOut: {
      listen(listener) {
        notify = listener;
      },
    },
    sessions: {
      ...sessions,
      async start(...args) {
        const started = await sessions.start(...args);
        await announced(started?.session);
        return started;
      },
      startBeside: async (...args) => announced(await sessions.startBeside(...args)),
      async refresh(...args) {
        const refreshed = await sessions.refresh(...args);
        if (refreshed.name === 'ok') await announced(refreshed.session);
        return refreshed;
      },
    },
  };
}
