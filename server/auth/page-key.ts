/**
 * The key that stands in a student page's link. It is made of the site's secret and does not give it away: with it one
 * enrols as a student at the page, and never as a machine of the school.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'page-';

export const pageKeyOf = (siteSecret: string): string =>
  PREFIX + createHmac('sha256', siteSecret).update('student page').digest('base64url');

/** Which of these secrets the key was made of. */
export function secretOfPageKey<T extends { secret: string }>(
  key: string,
  secrets: readonly T[],
): T | undefined {
  if (!key.startsWith(PREFIX)) return undefined;
  const given = Buffer.from(key);
  return secrets.find(({ secret }) => {
    const own = Buffer.from(pageKeyOf(secret));
    return own.length === given.length && timingSafeEqual(own, given);
  });
}
