/**
 * Storage of sessions. All sessions of this origin are in local storage, each under its own key, so that two
 * tabs that refresh the sessions of two sites never overwrite each other. The session that this tab uses is
 * in session storage. Everything read is parsed; invalid entries count as missing.
 */
import { storedKeys, storedText, storedValue } from '#protocol/storage/stored-value.ts';
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
  /^lectern\.(events|(lock|notification|lastUsername|encoding|backUrl)\.)/.test(name);

export type SessionVault = ReturnType<typeof createSessionVault>;

export function createSessionVault(deps: { local: () => Storage; tab: () => Storage }) {
  const lastSession = storedText(deps.local, LAST_SESSION_KEY);
  const tabSession = storedText(deps.tab, TAB_SESSION_KEY);
  const mustForget = storedText(deps.local, MUST_FORGET_KEY);
  const backUrl = (auth: AuthState) => storedText(deps.tab, backUrlKey(auth));

  function read(key: SessionKey): AuthState | undefined {
    const auth = storedValue(deps.local, sessionEntry(key), authStateSchema).get();
    return auth && sessionKey(auth) === key ? auth : undefined;
  }

  function all(): Map<SessionKey, AuthState> {
    const sessions = new Map<SessionKey, AuthState>();
    for (const name of storedKeys(deps.local, SESSION_PREFIX)) {
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
      if (lastSession.get() === key) lastSession.set(undefined);
    },

    /** Makes the session this tab's own; new tabs start with it. */
    use(key: SessionKey): void {
      deps.tab().setItem(TAB_SESSION_KEY, key);
      lastSession.set(key);
    },
    /**
     * Assigns this tab to `userId` and deletes another user's data. Browsers restore the storage of a closed
     * tab for any user.
     */
    claimTab(userId: string): void {
      const storage = deps.tab();
      const before = storage.getItem(TAB_PERSON_KEY);
      if (before !== null && before !== userId) {
        for (const name of storedKeys(deps.tab, 'lectern'))
          if (/^lectern[.-]/.test(name)) storage.removeItem(name);
      }
      storage.setItem(TAB_PERSON_KEY, userId);
    },
    leave(): void {
      tabSession.set(undefined);
    },

    /**
     * The session for a page at `path`: this tab's own; in a new tab the last used one, unless the path
     * belongs to the other realm and a session of that realm exists.
     */
    choose(path: string): AuthState | undefined {
      const sessions = all();
      const named = (key: string | undefined) => sessions.get(key as SessionKey);
      const own = named(tabSession.get());
      if (own) return own;
      const last = named(lastSession.get());
      if (!last) return undefined;
      const realm = isAdminPath(path) ? 'admin' : 'console';
      if (last.realm === realm || path === '/') return last;
      return [...sessions.values()].find((auth) => auth.realm === realm) ?? last;
    },

    saveBackUrl(auth: AuthState, path: string): void {
      backUrl(auth).set(path);
    },
    takeBackUrl(auth: AuthState): string | undefined {
      const path = backUrl(auth).get();
      backUrl(auth).set(undefined);
      return path === undefined ? undefined : safePath(path);
    },

    clearRemnants(): void {
      for (const name of storedKeys(deps.local, '')) if (isRemnant(name)) deps.local().removeItem(name);
    },

    /** Set on sign-out, cleared on sign-in. */
    setMustForget(isNeeded: boolean): void {
      mustForget.set(isNeeded ? 'true' : undefined);
    },
    /** Whether the login host must not offer its stored account, because that user has signed out. */
    mustForget: (): boolean => mustForget.get() !== undefined,
  };
}

export const isAdminPath = (path: string) => /^\/admin(?![^/?#])/.test(path);
