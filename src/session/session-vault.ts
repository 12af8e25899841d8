/**
 * Storage of sessions. All sessions of this origin are in local storage, each under its own key, so that two
 * tabs that refresh the sessions of two sites never overwrite each other. The session that this tab uses is
 * in session storage. Everything read is parsed; invalid entries count as missing.
 */
import * as v from 'valibot';
import { type AuthState, authStateSchema, type SessionKey, sessionKey } from './auth-state.ts';
import { safePath } from './safe-path.ts';

const SESSION_PREFIX = 'lectern.sessions.';
/** The local storage entry that holds a session. */
export const sessionEntry = (key: SessionKey) => `${SESSION_PREFIX}${key}`;
/** Whether this local storage entry holds a session. */
export const isSessionEntry = (name: string) => name.startsWith(SESSION_PREFIX);
const LAST_SESSION_KEY = 'lectern.lastSession';
/**
 * Set from sign-out to sign-in: the login host must discard the account, and may not know of the sign-out.
 */
const MUST_FORGET_KEY = 'lectern.signedOut';
const TAB_SESSION_KEY = 'lectern.session';
/** The user who owns this tab's drafts and selections. */
const TAB_PERSON_KEY = 'lectern.person';
/**
 * Includes user and session, so that the next user is not sent to the previous user's page. In session
 * storage, because on a shared computer it would reveal that page.
 */
const backUrlKey = (auth: AuthState) => `lectern.backUrl.${sessionKey(auth)} ${auth.userId}`;
/** Credentials for peer connections, which belong to the session too. */
export const STUN_CREDENTIALS_KEY = 'STUN_CREDENTIALS';
/**
 * Other personal data in local storage: an id token, stored events, values stored by dialogs
 * (src/features/action-bar/remembered.ts), and the pages that earlier versions stored there.
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

  /** Stores an optional value. Storage may be full, and the session works without it. */
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
    /** Throws if storage is full. */
    write(auth: AuthState): void {
      deps.local().setItem(sessionEntry(sessionKey(auth)), JSON.stringify(auth));
    },
    remove(key: SessionKey): void {
      deps.local().removeItem(sessionEntry(key));
      if (deps.local().getItem(LAST_SESSION_KEY) === key) deps.local().removeItem(LAST_SESSION_KEY);
    },

    /** Makes the session this tab's own; new tabs start with it. */
    use(key: SessionKey): void {
      deps.tab().setItem(TAB_SESSION_KEY, key);
      note(deps.local(), LAST_SESSION_KEY, key);
    },
    /**
     * Assigns this tab to `userId` and deletes another user's data. Browsers restore the storage of a closed
     * tab for any user.
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
     * The session for a page at `path`: this tab's own; in a new tab the last used one, unless the path
     * belongs to the other realm and a session of that realm exists.
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

    /** Set on sign-out, cleared on sign-in. */
    setMustForget(mustForget: boolean): void {
      if (mustForget) note(deps.local(), MUST_FORGET_KEY, 'true');
      else deps.local().removeItem(MUST_FORGET_KEY);
    },
    /** Whether the login host must not offer its stored account, because that user has signed out. */
    mustForget: (): boolean => deps.local().getItem(MUST_FORGET_KEY) !== null,
  };
}

export const isAdminPath = (path: string) => /^\/admin(?![^/?#])/.test(path);
