/** The headers that every page carries. Scripts come from the own origin only; nothing may frame us. */
import type { Addresses } from './addresses.ts';

/** Whose page it is: a tutor's console, the sign-in before it, or the page of a student. */
export type PageName = 'console' | 'login' | 'student';

export type PolicyKind =
  /**
   * A page of the app. `styleNonce`: of the runtime style tags. `development`: under the development server, which
   * injects scripts and styles of its own.
   */
  | { name: 'page'; page: PageName; styleNonce: string; development: boolean }
  /** The development identity provider, whose answer form posts to the login host. */
  | { name: 'identity'; styleNonce: string; formTarget: string }
  /** A worker's script: its policy is the one of its own answer, not of the page that starts it. */
  | { name: 'worker' }
  /** The help pages, which are plain files. */
  | { name: 'help' }
  /** Documents and files: nothing may run. */
  | { name: 'document' };

/** Builds the Content-Security-Policy of one answer. */
export function contentSecurityPolicy(
  kind: PolicyKind,
  addresses: Addresses,
  pictureSources: readonly string[] = [],
): string {
  const common = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "object-src 'none'"];
  if (kind.name === 'document') return [...common, "style-src 'unsafe-inline'"].join('; ');
  if (kind.name === 'help') {
    return [
      ...common,
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
    ].join('; ');
  }
  if (kind.name === 'worker') {
    return [
      ...common,
      "script-src 'self'",
      "worker-src 'self'",
      `connect-src 'self' ${addresses.ownSources.join(' ')}`,
    ].join('; ');
  }
  if (kind.name === 'identity') {
    return [
      ...common,
      `style-src 'nonce-${kind.styleNonce}'`,
      "script-src 'self'",
      "img-src 'self'",
      `form-action 'self' ${kind.formTarget}`,
    ].join('; ');
  }
  return [...common, ...pageDirectives(kind, addresses, pictureSources)].join('; ');
}

function pageDirectives(
  { page, styleNonce, development }: PolicyKind & { name: 'page' },
  addresses: Addresses,
  pictureSources: readonly string[],
): string[] {
  const connections = [
    "'self'",
    ...addresses.ownSources,
    // The console looks at screens of machines in schools itself (noVNC).
    ...(page === 'console'
      ? [...addresses.remoteControlSources, ...addresses.siteRunnerSources, ...addresses.uploadSources]
      : []),
    ...(development ? ['ws:', 'http://localhost:*'] : []),
  ];
  // Pictures of alerts come from the REST service, which may have a host of its own.
  const services = addresses.ownSources.filter((source) => source.startsWith('http'));
  const pictures =
    page === 'student'
      ? []
      : [addresses.origin('id'), ...pictureSources, ...(page === 'console' ? services : [])];
  // The student page has no component library that makes style tags at run time.
  const styles = page === 'student' ? [] : [`'nonce-${styleNonce}'`];
  return [
    `script-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    ['style-src', "'self'", ...(development ? ["'unsafe-inline'"] : styles)].join(' '),
    // Positions and sizes are style attributes; they cannot run anything.
    "style-src-attr 'unsafe-inline'",
    ['connect-src', ...connections].join(' '),
    ['img-src', "'self'", 'data:', 'blob:', ...pictures].join(' '),
    "font-src 'self'",
    // Streams of peers are no addresses, and need nothing here.
    "media-src 'self' blob:",
    "worker-src 'self'",
    ...(page === 'student' ? ["form-action 'none'"] : ["manifest-src 'self'", "form-action 'self'"]),
  ];
}

/** Features that no page needs are off; tutors and students show their screens, and look at them in full. */
const NEVER = ['geolocation', 'microphone', 'midi', 'payment', 'usb'];

/** Builds the Permissions-Policy of a page. */
export function permissionsPolicy(page: PageName): string {
  const shown = page === 'login' ? '()' : '(self)';
  return [
    ...NEVER.map((feature) => `${feature}=()`),
    // Chromium looks at this one, too, when a screen is captured, and reports an error where it is off.
    `camera=${shown}`,
    `display-capture=${shown}`,
    'fullscreen=(self)',
  ].join(', ');
}

/** Helmet's options without the policy, which depends on the answer. */
export const helmetOptions = (secure: boolean) =>
  ({
    contentSecurityPolicy: false,
    // On loopback there is no TLS to be strict about, and `localhost` would be pinned for every other program.
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    // The sign-in window has to keep its opener on the way to the provider and back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Where another host name of ours may embed something (pictures of accounts), that answer says so itself.
    crossOriginResourcePolicy: { policy: 'same-origin' },
  }) as const;
