/**
 * Where sessions are kept: all of this origin in local storage, the one that this tab uses in session storage.
 * Everything read is parsed; what does not parse is as if it were not there.
 */
import * as v from 'valibot';
import { type AuthState, authStateSchema, type SessionKey, sessionKey } from './auth-state.ts';
import { safePath } from './safe-path.ts';

export const SESSIONS_KEY = 'lectern.sessions';
const LAST_SESSION_KEY = 'lectern.lastSession';
const TAB_SESSION_KEY = 'lectern.session';
const backUrlKey = (key: SessionKey) => `lectern.backUrl.${key}`;
/** Credentials for peer connections, which belong to the session too. */
export const STUN_CREDENTIALS_KEY = 'STUN_CREDENTIALS';
/** What else of a session may lie in local storage: the id token and stored events (SIGN-35). */
const isRemnant = (key: string) =>
  key === 'lectern.idToken' || key === STUN_CREDENTIALS_KEY || key.startsWith('lectern.events');

export type SessionVault = ReturnType<typeof createSessionVault>;

export function createSessionVault(deps: { local: () => Storage; tab: () => Storage }) {
  function all(): Map<SessionKey, AuthState> {
    const sessions = new Map<SessionKey, AuthState>();
    let stored: unknown;
    try {
      stored = JSON.parse(deps.local().getItem(SESSIONS_KEY) ?? '{}');
    } catch {
      return sessions;
    }
    const records = v.safeParse(v.record(v.string(), v.unknown()), stored);
    if (!records.success) return sessions;
    for (const [key, record] of Object.entries(records.output)) {
      const parsed = v.safeParse(authStateSchema, record);
      if (parsed.success && sessionKey(parsed.output) === key)
        sessions.set(sessionKey(parsed.output), parsed.output);
    }
    return sessions;
  }

  function keep(sessions: Map<SessionKey, AuthState>): void {
    if (sessions.size === 0) deps.local().removeItem(SESSIONS_KEY);
    else deps.local().setItem(SESSIONS_KEY, JSON.stringify(Object.fromEntries(sessions)));
  }

  return {
    read: (key: SessionKey): AuthState | undefined => all().get(key),
    keys: (): SessionKey[] => [...all().keys()],
    write(auth: AuthState): void {
      keep(all().set(sessionKey(auth), auth));
    },
    remove(key: SessionKey): void {
      const sessions = all();
      if (sessions.delete(key)) keep(sessions);
      if (deps.local().getItem(LAST_SESSION_KEY) === key) deps.local().removeItem(LAST_SESSION_KEY);
    },

    /** This tab uses the session from now on, and new tabs begin with it. */
    use(key: SessionKey): void {
      deps.tab().setItem(TAB_SESSION_KEY, key);
      deps.local().setItem(LAST_SESSION_KEY, key);
    },
    leave(): void {
      deps.tab().removeItem(TAB_SESSION_KEY);
    },

    /**
     * The session for a page at `path`: this tab's own; in a new tab the last used one, unless the path belongs
     * to the other realm and a session of that realm exists too.
     */
    choose(path: string): AuthState | undefined {
      const sessions = all();
      const named = (key: string | null) => (key === null ? undefined : sessions.get(key as SessionKey));
      const own = named(deps.tab().getItem(TAB_SESSION_KEY));
      if (own) return own;
      const last = named(deps.local().getItem(LAST_SESSION_KEY));
      if (!last) return undefined;
      const realm = isAdminPath(path) ? 'admin' : 'console';
      if (last.realm === realm || path === '/') return last;
      return [...sessions.values()].find((auth) => auth.realm === realm) ?? last;
    },

    saveBackUrl(key: SessionKey, path: string): void {
      deps.local().setItem(backUrlKey(key), path);
    },
    takeBackUrl(key: SessionKey): string | undefined {
      const path = deps.local().getItem(backUrlKey(key));
      deps.local().removeItem(backUrlKey(key));
      return path === null ? undefined : safePath(path);
    },

    clearRemnants(): void {
      const storage = deps.local();
      const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
      for (const name of names) if (name !== null && isRemnant(name)) storage.removeItem(name);
    },
  };
}

export const isAdminPath = (path: string) => /^\/admin(?![^/?#])/.test(path);
