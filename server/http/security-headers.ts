/** The headers that every page carries. Scripts come from the own origin only; nothing may frame us. */
import type { Addresses } from './addresses.ts';

export type PolicyKind =
  /** The app, as built: runtime style tags carry the nonce. */
  | { name: 'page'; styleNonce: string }
  /** The app under the development server, which injects scripts and styles of its own. */
  | { name: 'development-page' }
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
  const development = kind.name === 'development-page';
  return [
    ...common,
    `script-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${kind.styleNonce}'`,
    // Positions and sizes are style attributes; they cannot run anything.
    "style-src-attr 'unsafe-inline'",
    `connect-src 'self' ${addresses.ownSources.join(' ')}${development ? ' ws: http://localhost:*' : ''}`,
    `img-src 'self' data: blob: ${[addresses.origin('id'), ...pictureSources].join(' ')}`,
    "font-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
  ].join('; ');
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
