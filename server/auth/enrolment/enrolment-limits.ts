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
  /** Calls with the key of one student page's link: enough for ten classes that begin together. */
  pageKey: number;
  /** From the own machine, where simulated classes run: by address, secret and key alike. */
  loopback: number;
};

const ENROLMENTS_PER_MINUTE: EnrolmentsPerMinute = {
  address: 600,
  secret: 1_200,
  pageKey: 300,
  loopback: 60_000,
};

/** How long a refused device waits before it asks again; by then a quarter of a minute's enrolments are free. */
const RETRY_AFTER_SECONDS = 15;

export type EnrolmentLimits = {
  /** Throws an AppError with status 429 where too many came. */
  take(caller: { address: string; secret: string }): void;
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
    pageKey: limit('pageKey'),
    loopback: limit('loopback'),
  };

  /** The limit that is reached. */
  function reached(address: string, secret: string): 'address' | 'secret' | 'page-key' | undefined {
    const key = hashSecret(secret);
    if (isLoopbackAddress(address)) return limits.loopback.take(key) ? undefined : 'address';
    if (!limits.address.take(address)) return 'address';
    if (secret.startsWith(PAGE_KEY_PREFIX)) return limits.pageKey.take(key) ? undefined : 'page-key';
    return limits.secret.take(key) ? undefined : 'secret';
  }

  return {
    take({ address, secret }) {
      const which = reached(address, secret);
      if (which === undefined) return;
      security.note({ what: 'limit-reached', reason: `enrolments-of-${which}`, address });
      throw tooMany('Too many devices enrol at this moment; ask again later.', RETRY_AFTER_SECONDS);
    },
  };
}
