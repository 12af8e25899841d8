/**
 * Limits how many devices and site runners enrol per minute. Each kind of secret has its own limit for an
 * address, so that the holder of a student page's link cannot use up the limit of the school's machines. A
 * machine or page that shows its own secret counts only for itself.
 */
import type { MakeRateLimit } from '#base/rate-limit.ts';
import { hashSecret } from '#base/secrets.ts';
import type { SecurityLog } from '#base/security-log.ts';
import { isLoopbackAddress } from '#http/loopback.ts';
import { tooMany } from '#http/too-many.ts';
import type { ShownSecret } from './secret-holders.ts';

/** Enrolments per minute; each limit is also the size of one burst. */
type EnrolmentsPerMinute = {
  /** By one machine, page or runner with its own secret. An agent retries every four seconds at most. */
  device: number;
  /** From one address with one kind of secret: hundreds of machines share one, and start together at eight. */
  address: number;
  /** With one secret of a site or runner, from any address. */
  secret: number;
  /** New student pages by one link from one address: enough for ten classes that begin at the same time. */
  pagesOfAddress: number;
  /** New student pages by one link, from any address. */
  pages: number;
  /** From this machine, where simulated classes run. Replaces the limits by address, secret and key. */
  loopback: number;
};

const ENROLMENTS_PER_MINUTE: EnrolmentsPerMinute = {
  device: 20,
  address: 600,
  secret: 1_200,
  pagesOfAddress: 300,
  pages: 1_200,
  loopback: 60_000,
};

/** When a refused device retries; a quarter of a minute's enrolments are free again by then. */
const RETRY_AFTER_SECONDS = 15;
/** Consoles are notified of refused pages at most once in this many minutes. */
const NOTICE_MINUTES = 5;

export const tooManyDevices = () =>
  tooMany('Too many devices enrol at this moment; ask again later.', RETRY_AFTER_SECONDS);

export type EnrolmentLimits = {
  /** Throws an AppError with status 429 when a limit is exceeded. */
  take(caller: ShownSecret & { address: string }): void;
  /**
   * Counts a new student page; false when a limit is exceeded. Known pages are not counted, so a flood of new
   * pages does not lock them out.
   */
  takePage(caller: { address: string; secret: string }): boolean;
  /** False: consoles were already notified about this site within the last `NOTICE_MINUTES`. */
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
    device: limit('device'),
    address: limit('address'),
    secret: limit('secret'),
    pagesOfAddress: limit('pagesOfAddress'),
    pages: limit('pages'),
    loopback: limit('loopback'),
  };

  const notices = rateLimit('notices-of-refused-pages', { perMinute: 1 / NOTICE_MINUTES, burst: 1 });

  /** The limit that is exceeded; undefined: none. */
  function reached({
    address,
    secret,
    kind,
  }: ShownSecret & { address: string }): 'device' | 'address' | 'secret' | undefined {
    const key = hashSecret(secret);
    if (isLoopbackAddress(address)) return limits.loopback.take(key) ? undefined : 'address';
    if (kind === 'device') return limits.device.take(key) ? undefined : 'device';
    if (!limits.address.take(`${address} ${kind}`)) return 'address';
    if (kind !== 'site') return undefined;
    return limits.secret.take(key) ? undefined : 'secret';
  }

  return {
    take(caller) {
      const which = reached(caller);
      if (which === undefined) return;
      security.note({
        what: 'limit-reached',
        reason: `enrolments-of-${which}`,
        address: caller.address,
      });
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
