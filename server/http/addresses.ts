/** Host names: what a Host header asks for, and the addresses that browsers are given. */

import type { PlatformOptions } from '../options.ts';
import { isLoopbackDomain } from './loopback.ts';

/** Where the window of a provider's consent returns to: on the login host, and then on the console. */
export const CONSENT_PATH = '/oauth-consent';

/** What a host name stands for. `other`: the bare domain, an IP address or a stranger. */
export type Place =
  | { name: 'console'; tenant: string }
  | { name: 'login' }
  | { name: 'config' }
  | { name: 'id' }
  | { name: 'other' };

export type Addresses = {
  /** `host` is a label such as `demo` or `login`: its public origin. */
  origin(label: string): string;
  /** The same with the scheme of WebSockets. */
  socketOrigin(label: string): string;
  configUrl: string;
  loginUrl: string;
  consoleUrl(tenant: string): string;
  authUrl(tenant: string): string;
  restUrl(tenant: string): string;
  /** Ends with `/` where each site has an address of its own below it. */
  mqttUrl(tenant: string): string;
  peerServer(tenant: string): string;
  /** Every origin of this platform as the sources of a Content-Security-Policy. */
  ownSources: readonly string[];
  /** Where screens of students' machines may be reached, as sources of a Content-Security-Policy. */
  remoteControlSources: readonly string[];
  /** Where consoles may ask site runners for their names, likewise. */
  siteRunnerSources: readonly string[];
  /** Where consoles post images to, where that is not this platform, likewise. */
  uploadSources: readonly string[];
  /** True for the origin of the login host or of some tenant's console (CORS). */
  isPageOrigin(origin: string): boolean;
  /**
   * True for a page that this machine itself serves, where nobody else reaches the platform: of somebody who writes an
   * agent, for example.
   */
  isNearOrigin(origin: string): boolean;
  /** True for the host that MQTT_URL names, which is what some MQTT libraries say when they are asked for an Origin. */
  isBrokerOrigin(origin: string): boolean;
  placeOf(host: string | undefined): Place;
};

type AddressOptions = Pick<
  PlatformOptions,
  'domain' | 'trustedProxies' | 'configUrl' | 'loginUrl' | 'publicAuthUrl' | 'publicRestUrl' | 'publicMqttUrl'
> &
  Partial<Pick<PlatformOptions, 's3'>>;

/** A tenant's key as the first label of a host name. */
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** An origin of this machine, whatever the port. */
const NEAR = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** `port`: the one that the platform really listens on. */
export function createAddresses(options: AddressOptions, port: number): Addresses {
  const { domain } = options;
  const secure = options.trustedProxies.length > 0;
  const suffix = secure || port === 80 ? domain : `${domain}:${port}`;
  const http = secure ? 'https' : 'http';
  const ws = secure ? 'wss' : 'ws';
  const origin = (label: string) => `${http}://${label}.${suffix}`;
  const socketOrigin = (label: string) => `${ws}://${label}.${suffix}`;
  const loginUrl = options.loginUrl ?? origin('login');
  const loginOrigin = new URL(loginUrl).origin;
  const { publicMqttUrl } = options;
  const brokerOrigin = publicMqttUrl && new URL(publicMqttUrl.replace(/^ws/, 'http')).origin;

  function placeOf(host: string | undefined): Place {
    const name = (host ?? '').toLowerCase().replace(/:\d*$/, '');
    if (!name.endsWith(`.${domain}`)) return { name: 'other' };
    const label = name.slice(0, -domain.length - 1);
    // The labels that no tenant can have.
    if (label === 'login' || label === 'config' || label === 'id') return { name: label };
    return LABEL.test(label) ? { name: 'console', tenant: label } : { name: 'other' };
  }

  return {
    origin,
    socketOrigin,
    configUrl: options.configUrl ?? origin('config'),
    loginUrl,
    consoleUrl: origin,
    authUrl: (tenant) => options.publicAuthUrl ?? `${origin(tenant)}/auth`,
    restUrl: (tenant) => options.publicRestUrl ?? origin(tenant),
    mqttUrl: (tenant) => options.publicMqttUrl ?? `${socketOrigin(tenant)}/mqtt/`,
    peerServer: (tenant) => `${socketOrigin(tenant)}/peerjs/`,
    ownSources: [
      origin('*'),
      socketOrigin('*'),
      ...[
        options.configUrl,
        options.loginUrl,
        options.publicAuthUrl,
        options.publicRestUrl,
        options.publicMqttUrl,
      ].flatMap((url) => (url === undefined ? [] : [new URL(url).origin])),
    ],
    // A device names its own address, which may be any in a school, so no list of hosts would do; but it is always
    // TLS. Only on this machine, where the demo's devices are, there is none, as for the platform itself.
    remoteControlSources: ['wss:', ...(!secure && isLoopbackDomain(domain) ? ['ws://127.0.0.1:*'] : [])],
    // A site runner is in a school's own network, at a name that only the school knows.
    siteRunnerSources: ['https:', ...(!secure && isLoopbackDomain(domain) ? ['http://127.0.0.1:*'] : [])],
    uploadSources: options.s3 === undefined ? [] : [options.s3.endpoint],
    isPageOrigin(candidate) {
      if (candidate === loginOrigin) return true;
      if (!URL.canParse(candidate)) return false;
      const place = placeOf(new URL(candidate).host);
      return place.name === 'console' && candidate === origin(place.tenant);
    },
    isBrokerOrigin: (candidate) => candidate === brokerOrigin,
    isNearOrigin: (candidate) => !secure && isLoopbackDomain(domain) && NEAR.test(candidate),
    placeOf,
  };
}
