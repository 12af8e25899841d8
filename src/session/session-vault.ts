/**
 * Where sessions are kept: all of this origin in local storage, each under a key of its own, so that two tabs that
 * renew the sessions of two sites at once never write over each other's; the one that this tab uses in session storage.
 * Everything read is parsed; what does not parse is as if it were not there.
 */
import * as v from 'valibot';
import { type AuthState, authStateSchema, type SessionKey, sessionKey } from './auth-state.ts';
import { safePath } from './safe-path.ts';

const SESSION_PREFIX = 'lectern.sessions.';
/** The entry of local storage that holds a session. */
export const sessionEntry = (key: SessionKey) => `${SESSION_PREFIX}${key}`;
/** Whether a change of that entry of local storage is a change of some session. */
export const isSessionEntry = (name: string) => name.startsWith(SESSION_PREFIX);
const LAST_SESSION_KEY = 'lectern.lastSession';
/** Until somebody signs in again, the login host must forget the account that signed out: it may not have heard of it. */
const MUST_FORGET_KEY = 'lectern.signedOut';
const TAB_SESSION_KEY = 'lectern.session';
/** Whose drafts and selections this tab has. */
const TAB_PERSON_KEY = 'lectern.person';
/**
 * Of a person and their session: the next person who signs in is not led to where another one was. It ends with the tab,
 * because on a shared computer it would say where a person was.
 */
const backUrlKey = (auth: AuthState) => `lectern.backUrl.${sessionKey(auth)} ${auth.userId}`;
/** Credentials for peer connections, which belong to the session too. */
export const STUN_CREDENTIALS_KEY = 'STUN_CREDENTIALS';
/**
 * What else of a person may lie in local storage: an id token, stored events, what their dialogs remember
 * (src/features/action-bar/remembered.ts), and the pages that earlier versions have stored there.
 */
const isRemnant = (name: string) =>
  name === 'lectern.idToken' ||
  name === 'lectern.idTokenAt' ||
  name === STUN_CREDENTIALS_KEY ||
  /^lectern\.(events|lock\.|notification\.|lastUsername\.|backUrl\.)/.test(name);

export type SessionVault = ReturnType<typeof createSessionVault>;

export function createSessionVault(deps: { local: () => Storage; tab: () => Storage }) {
  const namesOf = (storage: Storage) =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');

  function read(key: SessionKey): AuthState | undefined {
    try {
      const stored: unknown = JSON.parse(deps.local().getItem(sessionEntry(key)) ?? 'null');
      const parsed = v.safeParse(authStateSchema, stored);
      return parsed.success && sessionKey(parsed.output) === key ? parsed.output : undefined;
    } catch {
      return undefined;
    }
  }

  /** Keeps what a session can begin and end without: the storage may be full. */
  function note(storage: Storage, name: string, value: string): void {
    try {
      storage.setItem(name, value);
    } catch (error) {
      console.warn(`${name} is not kept`, error);
    }
  }

  function all(): Map<SessionKey, AuthState> {
    const sessions = new Map<SessionKey, AuthState>();
    for (const name of namesOf(deps.local()).filter(isSessionEntry)) {
      const key = name.slice(SESSION_PREFIX.length) as SessionKey;
      const auth = read(key);
      if (auth) sessions.set(key, auth);
    }
    return sessions;
  }

  return {
    read,
    keys: (): SessionKey[] => [...all().keys()],
    /** Throws where the storage is full. */
    write(auth: AuthState): void {
      deps.local().setItem(sessionEntry(sessionKey(auth)), JSON.stringify(auth));
    },
    remove(key: SessionKey): void {
      deps.local().removeItem(sessionEntry(key));
      if (deps.local().getItem(LAST_SESSION_KEY) === key) deps.local().removeItem(LAST_SESSION_KEY);
    },

    /** This tab uses the session from now on, and new tabs begin with it. */
    use(key: SessionKey): void {
      deps.tab().setItem(TAB_SESSION_KEY, key);
      note(deps.local(), LAST_SESSION_KEY, key);
    },
    /**
     * This tab is `userId`'s from now on. What another person has left in it goes: a browser gives a closed tab its storage
     * back, whoever opens it again.
     */
    claimTab(userId: string): void {
      const storage = deps.tab();
      const before = storage.getItem(TAB_PERSON_KEY);
      if (before !== null && before !== userId) {
        for (const name of namesOf(storage)) if (/^lectern[.-]/.test(name)) storage.removeItem(name);
      }
      storage.setItem(TAB_PERSON_KEY, userId);
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

    saveBackUrl(auth: AuthState, path: string): void {
      note(deps.tab(), backUrlKey(auth), path);
    },
    takeBackUrl(auth: AuthState): string | undefined {
      const path = deps.tab().getItem(backUrlKey(auth));
      deps.tab().removeItem(backUrlKey(auth));
      return path === null ? undefined : safePath(path);
    },

    clearRemnants(): void {
      const storage = deps.local();
      for (const name of namesOf(storage)) if (isRemnant(name)) storage.removeItem(name);
    },

    /** Somebody has signed out of this console, or has signed in to it. */
    setMustForget(mustForget: boolean): void {
      if (mustForget) note(deps.local(), MUST_FORGET_KEY, 'true');
      else deps.local().removeItem(MUST_FORGET_KEY);
    },
    /** Whether the login host must not offer the account that it knows: its owner has signed out. */
    mustForget: (): boolean => deps.local().getItem(MUST_FORGET_KEY) !== null,
  };
}

export const isAdminPath = (path: string) => /^\/admin(?![^/?#])/.test(path);
