/** A login host in memory, for tests of its pages. */
import { AppError } from '#protocol/app-error.ts';
import type { SiteList } from '#protocol/auth/auth-service.ts';
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import { createFakeClock, settleTasks } from '#protocol/fakes/fake-clock.ts';
import { createFakeStorage } from '#session/fakes/fake-storage.ts';
import { base64Url } from '#session/hand-over.ts';
import type { TenantOutcome } from '#session/tenant-directory.ts';
import { createIdTokenStore } from '../id-token.ts';
import { createIdentityRequests } from '../identity-requests.ts';
import { createIdentitySignIn, type OpenedWindow } from '../identity-sign-in.ts';
import type { LoginHints } from '../login.ts';

export const demo: TenantConfiguration = {
  tenant: 'demo',
  name: 'Demo School',
  CONSOLE_URL: 'http://demo.localhost:8080',
  AUTH_URL: 'http://demo.localhost:8080/auth',
  REST_URL: 'http://demo.localhost:8080',
  MQTT_URL: 'ws://demo.localhost:8080/mqtt',
  PEER_SERVER: 'demo.localhost',
  providers: { google: { authorizationUrl: 'http://id.localhost:8080/google/auth', clientId: 'client-1' } },
};

const part = (value: unknown) => base64Url(new TextEncoder().encode(JSON.stringify(value)));

export const idTokenOf = (claims: Record<string, unknown> = {}): string =>
  `${part({ alg: 'RS256' })}.${part({
    iss: 'http://id.localhost:8080/google',
    aud: 'client-1',
    exp: 10_000,
    name: 'Tia Teacher',
    email: 'teacher@demo.example',
    ...claims,
  })}.c2ln`;

export function createFakeLoginHost() {
  const clock = createFakeClock({ settle: settleTasks });
  const storage = createFakeStorage();
  const nowMs = clock.now;
  const tokens = createIdTokenStore({ storage: () => storage, nowMs });
  const requests = createIdentityRequests({
    storage: () => storage,
    crypto: globalThis.crypto,
    nowMs,
    redirectUri: () => 'http://login.localhost:8080/redirect',
  });
  const windows: { address: string; closed: boolean }[] = [];
  const went: string[] = [];
  const storageListeners = new Set<() => void>();
  const host = {
    clock,
    storage,
    tokens,
    requests,
    windows,
    went,
    storageListeners,
    blockWindows: false,
    tenants: new Map<string, TenantOutcome>([['demo', { name: 'found', configuration: demo }]]),
    sites: async (): Promise<SiteList> => ({
      sites: [
        { id: 'riverside', name: 'Riverside School' },
        { id: 'hillcrest', name: 'Hillcrest Campus' },
      ],
      managementAccess: false,
    }),
    handOver: async (): Promise<string> => 'code-1',
    /** Id tokens that were exchanged for a ticket, with their verifiers. The ticket has the same claims. */
    traded: [] as { idToken: string; verifier: string }[],
    /** Thrown instead of returning a ticket. */
    tradeFailure: undefined as AppError | undefined,
    authAt: () => ({
      async signIn(idToken: string, verifier: string) {
        if (host.tradeFailure) throw host.tradeFailure;
        host.traded.push({ idToken, verifier });
        return { ticket: idToken, expiresIn: 3_600 };
      },
    }),
    go: (address: string) => void went.push(address),
    openWindow(): OpenedWindow | undefined {
      if (host.blockWindows) return undefined;
      const opened = { address: 'about:blank', closed: false };
      windows.push(opened);
      return {
        go: (url) => {
          opened.address = url;
        },
        close: () => {
          opened.closed = true;
        },
      };
    },
    identity:
      (tenantId = '') =>
      (
        onIdentity: (tenant: TenantConfiguration, idToken: string) => void,
        hints: LoginHints = { selectAccount: false },
      ) =>
        createIdentitySignIn({
          tenantId,
          directory: {
            lookUp: async (key) => host.tenants.get(key) ?? { name: 'not-found' },
            cached: () => undefined,
          },
          tokens,
          requests,
          clock,
          openWindow: host.openWindow,
          onStorage(changed) {
            storageListeners.add(changed);
            return () => void storageListeners.delete(changed);
          },
          hints: () => hints,
          onIdentity,
        }),
    /** The parameters with which the last window was sent to the provider. */
    asked: () => new URL(windows.at(-1)?.address ?? 'about:blank').searchParams,
  };
  return host;
}

export const refusal = (status: number, message?: string) =>
  new AppError(status === 401 ? 'unauthorized' : 'server', message ?? `answered ${status}`, {
    detail: { status, ...(message ? { messages: [message] } : {}) },
  });
