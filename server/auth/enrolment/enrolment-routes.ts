/** The routes by which devices, student pages and site runners enrol (src/protocol/auth/auth-service.ts). */

import type { FastifyInstance } from 'fastify';
import { type MakeRateLimit, ownRateLimits } from '#base/rate-limit.ts';
import type { SecurityLog } from '#base/security-log.ts';
import { isPageName } from '#domain/page-name.ts';
import type { Addresses } from '#http/addresses.ts';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import {
  type DeviceSite,
  deviceLoginSchema,
  deviceSiteBodySchema,
  runnerLoginSchema,
} from '#protocol/auth/auth-service.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Notification } from '#protocol/notification.ts';
import type { Bearers } from '../sessions/bearer.ts';
import { beginSession } from '../sessions/begin-session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Enrolment } from './enrolment.ts';
import { createEnrolmentLimits, type EnrolmentLimits, tooManyDevices } from './enrolment-limits.ts';

/** When a device that is shut out retries. */
const SHUT_OUT_RETRY_SECONDS = 60;
/** The platform needs up to 15 s to notice that a lost connection has ended. */
const COPIED_RETRY_SECONDS = 20;

export type EnrolmentRoutesDeps = {
  addresses: Addresses;
  sessions: Sessions;
  bearers: Bearers;
  enrolment: Enrolment;
  publish(change: Notification & { tenant: string; site?: string }): void;
  clock: () => EpochMs;
  security: SecurityLog;
  /** Shared by the processes of the platform. Without it, limits count in this process only. */
  rateLimit?: MakeRateLimit | undefined;
};

export function registerEnrolment(app: FastifyInstance, deps: EnrolmentRoutesDeps): void {
  const { sessions, bearers, enrolment, clock } = deps;
  const limits = createEnrolmentLimits({
    security: deps.security,
    rateLimit: deps.rateLimit ?? ownRateLimits(clock),
  });

  const refusedPage = createRefusedPage(deps, limits);

  app.post('/devices/site', async (request): Promise<DeviceSite> => {
    const tenant = (await bearers.tenant(request)).key;
    const { secret } = parseBody(deviceSiteBodySchema, request.body);
    const site = await enrolment.site(tenant, secret);
    if (site === undefined) throw wrongSecret();
    return site;
  });

  app.post('/devices/login', async (request) => {
    const tenant = (await bearers.tenant(request)).key;
    const login = parseBody(deviceLoginSchema, request.body);
    limits.take({ address: request.ip, ...(await enrolment.shownBy(tenant, login)) });
    // Browsers always send Origin, and programs do not, so the header identifies the student page.
    const { origin } = request.headers;
    const atPage = origin !== undefined && deps.addresses.isPageOrigin(origin);
    const caller = { address: request.ip, secret: login.secret };
    const mayMakePage = () => limits.takePage(caller);
    const result = await enrolment.device(tenant, login, { atPage, mayMakePage });
    if (result.name === 'wrong-secret') throw wrongSecret();
    if (result.name === 'refused') throw new AppError('forbidden', result.reason);
    if (result.name === 'page-name') throw pageName();
    if (result.name === 'shut-out') throw shutOut();
    const noteCopy = (site: string, who: string) =>
      deps.security.note({
        what: 'device-copied',
        tenant,
        site,
        who,
        about: login.hostname,
        address: request.ip,
      });
    if (result.name === 'other-machine') {
      noteCopy(result.siteId, result.deviceId);
      throw otherMachine();
    }
    if (result.name === 'too-many-pages')
      throw refusedPage({ tenant, site: result.siteId, address: request.ip }, result.reason);
    const { client } = result;
    if (client.copyOf !== undefined) noteCopy(client.siteId, client.copyOf);
    const notification = { tenant, site: client.siteId, resource: 'devices', at: clock() };
    if (client.removedDevice !== undefined)
      deps.publish({ ...notification, id: client.removedDevice, change: 'deleted' });
    if (client.newDevice) deps.publish({ ...notification, id: client.deviceId, change: 'created' });
    const { clientId, deviceId, admittedBy, deviceSecret } = client;
    const session = await beginSession(sessions, { kind: 'device', tenant, clientId, admittedBy }, {});
    // The shown secret may have been revoked, or the device shut out, while this session was being created.
    if (!(await enrolment.mayStay(tenant, { secret: login.secret, deviceId }))) {
      await sessions.end(tenant, session.refreshToken);
      throw wrongSecret();
    }
    return { ...session, ...client.page, ...(deviceSecret !== undefined && { deviceSecret }) };
  });

  app.post('/runners/login', async (request) => {
    const tenant = (await bearers.tenant(request)).key;
    const login = parseBody(runnerLoginSchema, request.body);
    const kind = (await enrolment.isRunner(tenant, login.secret)) ? 'device' : 'unknown';
    limits.take({ address: request.ip, secret: login.secret, kind });
    if (isPageName(login.hostname)) throw pageName();
    const runner = await enrolment.runner(tenant, login);
    if (runner === undefined) throw noSuchRunner();
    const session = await beginSession(sessions, { kind: 'runner', tenant, runnerId: runner.runnerId }, {});
    // The secret may have been renewed while this session was being created, like a page link.
    if ((await enrolment.runner(tenant, login)) === undefined) {
      await sessions.end(tenant, session.refreshToken);
      throw noSuchRunner();
    }
    return session;
  });
}

/** Logs a refused student page and notifies the site's tutors, because their students will ask them. */
function createRefusedPage(
  deps: Pick<EnrolmentRoutesDeps, 'clock' | 'publish' | 'security'>,
  limits: Pick<EnrolmentLimits, 'takeNotice'>,
) {
  return (where: { tenant: string; site: string; address: string }, why: 'full' | 'busy'): AppError => {
    const { tenant, site } = where;
    const reason = why === 'full' ? 'pages-of-site' : 'new-pages-of-link';
    deps.security.note({ what: 'limit-reached', reason, ...where });
    if (limits.takeNotice(`${tenant}/${site}`)) {
      const about = { resource: 'student-pages', id: why, change: 'updated' } as const;
      deps.publish({ tenant, site, ...about, at: deps.clock() });
    }
    if (why === 'busy') return tooManyDevices();
    return new AppError('conflict', 'This site has as many student pages as it may have.');
  };
}

const pageName = () =>
  new AppError('invalid', 'Names that begin with “page-” belong to student pages.', {
    detail: { field: 'hostname' },
  });

const shutOut = () =>
  new AppError(
    'forbidden',
    'This device is shut out. A group maintainer can let it in again in the console.',
    {
      detail: { retryAfter: SHUT_OUT_RETRY_SECONDS },
    },
  );

const otherMachine = () =>
  new AppError('conflict', 'Another machine is connected with this secret.', {
    detail: { retryAfter: COPIED_RETRY_SECONDS },
  });

const noSuchRunner = () => new AppError('unauthorized', 'This secret belongs to no site runner.');
const wrongSecret = () => new AppError('unauthorized', 'This secret opens no site.');
