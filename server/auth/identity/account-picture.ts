import { createHash } from 'node:crypto';
import { accountOf } from '#store/seed/demo-accounts.ts';

/** The path of an account's picture on the identity provider's host. */
export const picturePath = (email: string) => `/pictures/${encodeURIComponent(email)}.svg`;

/** Initials on a colour that depends on the address, dark enough for white text (contrast above 4.5). */
export function accountPicture(email: string): string {
  const initials = accountOf(email)
    .name.split(' ')
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  const hue = createHash('sha256').update(email).digest().readUInt16BE(0) % 360;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">',
    `<rect width="96" height="96" fill="hsl(${hue} 45% 32%)"/>`,
    '<text x="48" y="50" fill="#fff" font-family="system-ui,sans-serif" font-size="38" font-weight="600"',
    ` text-anchor="middle" dominant-baseline="middle">${initials}</text></svg>`,
  ].join('');
}
