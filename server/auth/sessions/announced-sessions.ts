/** Awaits a listener before it returns an access token: an external broker must know the token first. */
import type { Session, Sessions } from './sessions.ts';

export type HandedOutTokens = {
  /** The listener is awaited. There is at most one. */
  listen(listener: (accessToken: string) => Promise<void>): void;
};

export function announceTokens(sessions: Sessions): { sessions: Sessions; handedOut: HandedOutTokens } {
  let tell = async (_accessToken: string) => {};
  const announced = async <T extends Session | undefined>(session: T): Promise<T> => {
    if (session) await tell(session.accessToken);
    return session;
  };
  return {
    handedOut: {
      listen(listener) {
        tell = listener;
      },
    },
    sessions: {
      ...sessions,
      async start(...given) {
        const started = await sessions.start(...given);
        await announced(started?.session);
        return started;
      },
      startBeside: async (...given) => announced(await sessions.startBeside(...given)),
      async refresh(...given) {
        const refreshed = await sessions.refresh(...given);
        if (refreshed.name === 'ok') await announced(refreshed.session);
        return refreshed;
      },
    },
  };
}
