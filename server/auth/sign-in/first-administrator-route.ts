/** `POST /lms-actions/create-admin`: creates a tenant's first administrator. */

import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { parseBody } from '#http/parse-body.ts';
import { tooMany } from '#http/too-many.ts';
import { AppError } from '#protocol/app-error.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Notification } from '#protocol/notification.ts';
import type { Database } from '#store/database.ts';
import { type Bearers, otherAccount } from '../sessions/bearer.ts';
import { createFirstAdministrator } from './first-administrator.ts';
import { NEXT_TRY_SECONDS, type SetUpCodes } from './set-up-codes.ts';

export type FirstAdministratorRouteDeps = {
  db: Kysely<Database>;
  bearers: Bearers;
  setUpCodes: SetUpCodes;
  publish(change: Notification & { tenant: string }): void;
  clock: () => EpochMs;
};

export const createAdminBodySchema = v.object({
  data: v.pipe(v.string(), v.minLength(1), v.maxLength(16_384)),
  setUpCode: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
});

export function registerFirstAdministrator(app: FastifyInstance, deps: FirstAdministratorRouteDeps): void {
  const { db, bearers, clock } = deps;

  app.post('/lms-actions/create-admin', async (request) => {
    const tenant = await bearers.tenant(request);
    const { data, setUpCode } = parseBody(createAdminBodySchema, request.body);
    const { identity, take } = await bearers.account(data);
    const made = await createFirstAdministrator(db, deps.setUpCodes, {
      tenant: tenant.key,
      identity,
      code: setUpCode,
      address: request.ip,
    });
    if (made.name === 'other-account') throw otherAccount(identity.email);
    if (made.name === 'present') {
      throw new AppError('forbidden', `${tenant.name} already has an administrator, who can add others.`);
    }
    if (made.name === 'wrong') throw new AppError('wrong-set-up-code', WRONG_CODE);
    if (made.name === 'too-many') throw tooMany(TOO_MANY_CODES, NEXT_TRY_SECONDS);
    await take();
    const { tutorId } = made;
    deps.publish({ tenant: tenant.key, resource: 'tutors', id: tutorId, change: 'created', at: clock() });
    return { tutorId };
  });
}

const WRONG_CODE =
  'This set-up code is not right. The platform prints it in the terminal of whoever runs it, anew at each start.';
const TOO_MANY_CODES =
  'Too many set-up codes came from your network. Wait a minute, and try again with the code that the platform printed last.';
