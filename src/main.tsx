/**
 * The first script of the page, without React: decides by host and session what to load. On the login host,
 * this is the sign-in; on a tenant's host the console, once there is a session.
 */
import '#protocol/first-fault.ts';
import './ui/base.css';
import { ensureStorage } from '#protocol/storage/page-storage.ts';
import {
  consoleAuth,
  consoleHandOvers,
  consoleSession,
  consoleVault,
  watchPage,
} from '#session/console-session.ts';
import { isLoginHost, loginUrl } from '#session/hosts.ts';
import { startSession } from '#session/start-session.ts';
import { openTenant, tenant } from '#session/tenant.ts';

async function main(root: HTMLElement): Promise<void> {
  const login = loginUrl(location, document);
  const show = async (problem: import('./screens/sign-in/start-problem-page.tsx').StartProblem) => {
    const { showStartProblem } = await import('./screens/sign-in/start-problem-page.tsx');
    showStartProblem(root, problem, {
      loginUrl: login,
      reload: () => location.reload(),
      signInAgain: () => void consoleSession.toLogin({ continuePath: '/', fresh: false }),
    });
  };
  const storages = [ensureStorage(window, 'localStorage'), ensureStorage(window, 'sessionStorage')];
  // A sign-in spans several pages, which share its state through storage.
  if (storages.includes('blocked')) {
    const hosts = [...new Set([location.host, new URL(login).host])];
    return show({ name: 'site-data-blocked', hosts });
  }
  if (isLoginHost(location, document)) {
    if (storages.includes('full')) return show({ name: 'site-data-full' });
    const { startLogin } = await import('./login-app.tsx');
    return startLogin(root);
  }
  if (/^\/(sign-up|oauth-account-select)\/?$/.test(location.pathname)) {
    const hash = new URLSearchParams({ tenant: tenant.key });
    return location.replace(`${login}${location.pathname}#${hash}`);
  }
  if (/^\/oauth-consent\/?$/.test(location.pathname)) {
    const { startConsentReturn } = await import('./consent-app.tsx');
    return startConsentReturn(root);
  }
  // The console's code loads while a stored session is being checked.
  if (consoleVault.choose(location.pathname)) void import('./console-app.tsx').catch(() => {});

  watchPage(new AbortController().signal);
  // Registered here and not in the console, because a session may be refused before the console has opened.
  consoleSession.onEnd(async (end) => {
    if (end === 'signed-out') await (await import('./forget-session.ts')).forgetSession();
  });
  consoleSession.onLoginAway(({ hasSignedOut }) => {
    history.replaceState(null, '', '/');
    window.addEventListener('online', () => location.reload());
    void show({ name: hasSignedOut ? 'signed-out' : 'login-away' });
  });
  const outcome = await startSession({
    tenantKey: tenant.key,
    openTenant,
    life: consoleSession,
    auth: consoleAuth,
    vault: consoleVault,
    handOvers: consoleHandOvers,
    nowMs: () => Date.now(),
    location,
    showPath: (path) => history.replaceState(null, '', path),
  });
  if (outcome.name === 'leaving') return;
  if (outcome.name !== 'signed-in') {
    await show(outcome);
    return;
  }
  const { startConsole } = await import('./console-app.tsx');
  startConsole(root);
  // Loaded early, because a sign-out requires the code even without a network.
  void import('./forget-session.ts').catch(() => {});
  void import('./screens/sign-in/start-problem-page.tsx').catch(() => {});
}

/** The code could not be loaded (new version, or no network), so this uses nothing but the DOM. */
function showBroken(root: HTMLElement): void {
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent = 'Lectern could not be loaded. Check your connection and try again.';
  const again = document.createElement('button');
  again.textContent = 'Try again';
  again.addEventListener('click', () => location.reload());
  root.replaceChildren(text, again);
}

const root = document.getElementById('root');
if (root)
  main(root).catch((error: unknown) => {
    console.error(error);
    showBroken(root);
  });
