import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Addresses } from '#http/addresses.ts';
import { contentSecurityPolicy } from '#http/security-headers.ts';

/** Sets the headers of a page of the development identity provider. Returns the nonce for its style. */
export function setProviderPolicy(response: ServerResponse, addresses: Addresses): string {
  const styleNonce = randomBytes(16).toString('base64');
  const formTarget = [...new Set([addresses.origin('login'), new URL(addresses.loginUrl).origin])].join(' ');
  response.setHeader(
    'content-security-policy',
    contentSecurityPolicy({ name: 'identity', styleNonce, formTarget }, addresses),
  );
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('x-content-type-options', 'nosniff');
  return styleNonce;
}
