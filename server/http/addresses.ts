/** Host names: resolves Host headers and creates the URLs that browsers receive. */

import type { PlatformOptions } from '#base/platform-options.ts';
import { isLoopbackDomain } from './loopback.ts';

/** Path to which the window of a provider's consent returns: on the login host, then on the console. */
export const CONSENT_PATH = '/oauth-consent';

/** The service behind a host name. `other`: the bare domain, an IP address or an unknown host. */
export type Place =
  | { name: 'console'; tenant: string }
  | { name: 'login' }
  | { name: 'config' }
  | { name: 'id' }
  | { name: 'other' };

export type Addresses = {
  /** Public origin of a label such as `demo` or `login`. */
  origin(label: string): string;
  /** The origin of a label with the scheme of WebSockets. */
  socketOrigin(label: string): string;
  configUrl: string;
  loginUrl: string;
  consoleUrl(tenant: string): string;
  authUrl(tenant: string): string;
  restUrl(tenant: string): string;
  /** Ends with `/` if each site has its own address below it. */
  mqttUrl(tenant: string): string;
  peerServer(tenant: string): string;
  /** Every origin of this platform, as sources of a Content-Security-Policy. */
  ownSources: readonly string[];
  /** CSP sources of the remote screens of students' machines. */
  remoteControlSources: readonly string[];
  /** CSP sources of site runners, from which consoles request their names. */
  siteRunnerSources: readonly string[];
  /** CSP sources of the storage to which consoles upload images, if it is not this platform. */
  uploadSources: readonly string[];
  /** True for the origin of the login host or of a tenant's console (CORS). */
  isPageOrigin(origin: string): boolean;
  /**
   * True for a page from this machine while the platform is reachable only from this machine. Developers of
   * agents need that.
   */
  isNearOrigin(origin: string): boolean;
  /** True for the host of MQTT_URL. Some MQTT libraries send it as their Origin. */
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

/** An origin on this machine, with any port. */
const NEAR = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** `port`: the actual port of the server. */
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
    // Labels that are reserved and never a tenant's key.
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
    // Each device names its own address, which may be any address in a school, so a list of hosts is
    // impossible. The address always uses TLS. The exception is this machine, where the demo's devices run
    // without TLS.
    remoteControlSources: ['wss:', ...(!secure && isLoopbackDomain(domain) ? ['ws://127.0.0.1:*'] : [])],
    // A site runner has a private name in a school's own network.
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
