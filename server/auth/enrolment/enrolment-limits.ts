/** How many devices and site runners may enrol in a minute, from one network address and with one secret. */
import type { MakeRateLimit } from '../../broker/rate-limit.ts';
import { isLoopbackAddress } from '../../http/loopback.ts';
import { tooMany } from '../../http/too-many.ts';
import type { SecurityLog } from '../../security-log.ts';
import { hashSecret } from '../secrets/secrets.ts';
import { PAGE_KEY_PREFIX } from './page-link.ts';

/** Enrolments a minute; so many may come at once. */
type EnrolmentsPerMinute = {
  /** From one address: a school has one for hundreds of machines, which start together at eight. */
  address: number;
  /** Calls with one secret of a site or runner, from any address. */
  secret: number;
  /** New student pages by one link from one address: enough for ten classes that begin together. */
  pagesOfAddress: number;
  /** New student pages by one link, from any address. */
  pages: number;
  /** From the own machine, where simulated classes run: by address, secret and key alike. */
  loopback: number;
};

const ENROLMENTS_PER_MINUTE: EnrolmentsPerMinute = {
  address: 600,
  secret: 1_200,
  pagesOfAddress: 300,
  pages: 1_200,
  loopback: 60_000,
};

/** How long a refused device waits before it asks again; by then a quarter of a minute's enrolments are free. */
const RETRY_AFTER_SECONDS = 15;
/** How often consoles are told that pages are refused. */
const NOTICE_MINUTES = 5;

export const tooManyDevices = () =>
  tooMany('Too many devices enrol at this moment; ask again later.', RETRY_AFTER_SECONDS);

export type EnrolmentLimits = {
  /** Throws an AppError with status 429 where too many came. */
  take(caller: { address: string; secret: string }): void;
  /**
   * Counts a new student page; false where too many came. Pages that come back are not counted, so a flood of new ones
   * does not keep them out.
   */
  takePage(caller: { address: string; secret: string }): boolean;
  /** False: the same was told of this site within the last minutes. */
  takeNotice(site: string): boolean;
};

export function createEnrolmentLimits(deps: {
  perMinute?: EnrolmentsPerMinute;
  security: Pick<SecurityLog, 'note'>;
  rateLimit: MakeRateLimit;
}): EnrolmentLimits {
  const { perMinute = ENROLMENTS_PER_MINUTE, security, rateLimit } = deps;
  const limit = (name: keyof EnrolmentsPerMinute) =>
    rateLimit(`enrolments-${name}`, { perMinute: perMinute[name] });
  const limits = {
    address: limit('address'),
    secret: limit('secret'),
    pagesOfAddress: limit('pagesOfAddress'),
    pages: limit('pages'),
    loopback: limit('loopback'),
  };

  const notices = rateLimit('notices-of-refused-pages', { perMinute: 1 / NOTICE_MINUTES, burst: 1 });

  /** The limit that is reached. */
  function reached(address: string, secret: string): 'address' | 'secret' | undefined {
    const key = hashSecret(secret);
    if (isLoopbackAddress(address)) return limits.loopback.take(key) ? undefined : 'address';
    if (!limits.address.take(address)) return 'address';
    if (secret.startsWith(PAGE_KEY_PREFIX)) return undefined;
    return limits.secret.take(key) ? undefined : 'secret';
  }

  return {
    take({ address, secret }) {
      const which = reached(address, secret);
      if (which === undefined) return;
      security.note({ what: 'limit-reached', reason: `enrolments-of-${which}`, address });
      throw tooManyDevices();
    },
    takePage({ address, secret }) {
      const key = hashSecret(secret);
      if (isLoopbackAddress(address)) return true;
      return limits.pagesOfAddress.take(`${address} ${key}`) && limits.pages.take(key);
    },
    takeNotice: (site) => notices.take(site),
  };
}
