/** The headers of every page. Scripts load only from the own origin, and no page may be framed. */
import type { Addresses } from './addresses.ts';

/** A tutor's console, the sign-in, or a student's page. */
export type PageName = 'console' | 'login' | 'student';

export type PolicyKind =
  /**
   * A page of the app. `styleNonce`: for the style tags added at run time. `development`: served by the
   * development server, which injects its own scripts and styles.
   */
  | { name: 'page'; page: PageName; styleNonce: string; development: boolean }
  /** The development identity provider, whose response form posts to the login host. */
  | { name: 'identity'; styleNonce: string; formTarget: string }
  /** A worker's script. A worker uses the policy of its own response, not that of the page that starts it. */
  | { name: 'worker' }
  /** The help pages, which are static files. */
  | { name: 'help' }
  /** Documents and files, which may run nothing. */
  | { name: 'document' };

/** Builds the Content-Security-Policy of a response. */
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
    // The console connects directly to the screens of machines in schools (noVNC).
    ...(page === 'console'
      ? [...addresses.remoteControlSources, ...addresses.siteRunnerSources, ...addresses.uploadSources]
      : []),
    ...(development ? ['ws:', 'http://localhost:*'] : []),
  ];
  // Pictures of alerts come from the REST service, which may have its own host.
  const services = addresses.ownSources.filter((source) => source.startsWith('http'));
  const pictures =
    page === 'student'
      ? []
      : [addresses.origin('id'), ...pictureSources, ...(page === 'console' ? services : [])];
  // The student page has no component library that adds style tags at run time.
  const styles = page === 'student' ? [] : [`'nonce-${styleNonce}'`];
  return [
    `script-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    ['style-src', "'self'", ...(development ? ["'unsafe-inline'"] : styles)].join(' '),
    // Positions and sizes are style attributes. They cannot run code.
    "style-src-attr 'unsafe-inline'",
    ['connect-src', ...connections].join(' '),
    ['img-src', "'self'", 'data:', 'blob:', ...pictures].join(' '),
    "font-src 'self'",
    // WebRTC streams have no URL and need no source here.
    "media-src 'self' blob:",
    "worker-src 'self'",
    ...(page === 'student' ? ["form-action 'none'"] : ["manifest-src 'self'", "form-action 'self'"]),
  ];
}

/** Features that no page needs are disabled. Tutors and students share screens and view them full screen. */
const NEVER = ['geolocation', 'microphone', 'midi', 'payment', 'usb'];

/** Builds the Permissions-Policy of a page. */
export function permissionsPolicy(page: PageName): string {
  const shown = page === 'login' ? '()' : '(self)';
  return [
    ...NEVER.map((feature) => `${feature}=()`),
    // Chromium checks this feature too when a screen is captured, and reports an error if it is disabled.
    `camera=${shown}`,
    `display-capture=${shown}`,
    'fullscreen=(self)',
  ].join(', ');
}

/** Helmet's options without the Content-Security-Policy, which depends on the response. */
export const helmetOptions = (secure: boolean) =>
  ({
    contentSecurityPolicy: false,
    // On loopback there is no TLS, and HSTS for `localhost` would affect every other program.
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    // The sign-in window must keep its opener during the redirects to the provider and back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Responses that another of our hosts may embed (pictures of accounts) override this.
    crossOriginResourcePolicy: { policy: 'same-origin' },
  }) as const;
