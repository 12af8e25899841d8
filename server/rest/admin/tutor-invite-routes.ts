/** Routes with which super admins invite tutors from a directory, one or many at once. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isEmailAddress } from '#domain/people/invite-list.ts';
import { parseBody } from '#http/parse-body.ts';
import { takeOrRefuse } from '#http/too-many.ts';
import { AppError } from '#protocol/app-error.ts';
import {
  type TutorInvitesAnswer,
  tutorInviteBodySchema,
  tutorInvitesBodySchema,
} from '#protocol/rest/admin/tutor-invite.ts';
import type { Tutor } from '#protocol/rest/tutor.ts';
import { type InviteOutcome, type InviteRole, inviteTutors } from '#store/people/tutor-invites.ts';
import { createTutors } from '#store/people/tutors.ts';
import { createAnnounce } from '../announce.ts';
import { invalidField } from '../invalid-field.ts';
import { nameChange } from '../logs/change-details.ts';
import { changedNothing } from '../logs/log-changes.ts';
import type { AdminScope } from './admin-scope.ts';
import { createInvitees } from './invitees.ts';

/** All administrators of a tenant together. Each address may be a request to the school's directory. */
const INVITES_PER_MINUTE = 600;
/** Roles of all people in a call. Other callers wait while they are written. */
const MAX_ROLES = 20_000;

const config = { administrator: 'superAdmin' } as const;

export function registerTutorInvites(app: FastifyInstance, deps: AdminScope): void {
  const { db, administrator } = deps;
  const announce = createAnnounce(deps);
  const tutors = createTutors(db);
  const invitees = createInvitees(deps.directories);
  const rate = deps.rateLimit('invitations', { perMinute: INVITES_PER_MINUTE });

  function countInvites(request: FastifyRequest, count: number): { tenant: string; granterId: string } {
    const { tenant, tutorId: granterId } = administrator(request);
    takeOrRefuse(rate, { key: tenant, amount: count, what: 'Too many invitations; wait a minute.' });
    return { tenant, granterId };
  }

  /** An invitation does not affect the access of signed-in tutors. */
  const notify = (request: FastifyRequest, tenant: string, id?: string) =>
    announce(
      request,
      { tenant },
      { resource: 'tutors', change: 'created', reachUnchanged: true, ...(id !== undefined && { id }) },
    );

  app.post('/tutors/import', { config }, async (request): Promise<Tutor> => {
    const { integrationId, queryConfig } = parseBody(tutorInviteBodySchema, request.body);
    const email = queryConfig.emailToImport;
    if (!isEmailAddress(email)) throw invalidField('emailToImport', NO_ADDRESS);
    const { tenant, granterId } = countInvites(request, 1);
    const [found] = await invitees.find({ tenant, integrationId }, [email]);
    if (found === undefined) throw invalidField('emailToImport', NO_ADDRESS);
    if ('refusal' in found) throw found.refusal;
    const tutorId = idsOf(await inviteTutors(db, { tenant, granterId }, [found], []))[0];
    if (tutorId === undefined) throw new AppError('conflict', ALREADY);
    const tutor = await tutors.find({ tenant, tutorId });
    if (!tutor) throw new AppError('not-found', 'This tutor has been deleted meanwhile.');
    await notify(request, tenant, tutorId);
    return tutor;
  });

  app.post('/tutors/importbulk', { config }, async (request): Promise<TutorInvitesAnswer> => {
    const { integrationId, queryConfigs, bulkRolesToApply } = parseBody(tutorInvitesBodySchema, request.body);
    const emails = [...new Set(queryConfigs.map(({ emailToImport }) => emailToImport))];
    const { tenant, granterId } = countInvites(request, emails.length);
    const errors = new Map<string, string>();
    const wellFormed = withoutRepetition(emails, errors);
    const found = await invitees.find({ tenant, integrationId }, wellFormed);
    for (const each of found) if ('refusal' in each) errors.set(each.email, each.refusal.message);
    const people = found.flatMap((each) => ('refusal' in each ? [] : [each]));
    const roles = Object.entries(bulkRolesToApply?.sites ?? {}).flatMap(([siteId, of]) =>
      Object.keys(of).map((roleId): InviteRole => ({ siteId, roleId })),
    );
    if (people.length * roles.length > MAX_ROLES)
      throw invalidField(
        'bulkRolesToApply',
        'These are too many roles at once: invite fewer people, or give roles on fewer sites.',
      );
    const ids = idsOf(await inviteTutors(db, { tenant, granterId }, people, roles));
    const existing = people.filter((_, at) => ids[at] === undefined).map(({ email }) => email);
    for (const email of existing) errors.set(email, ALREADY);
    const successCount = people.length - existing.length;
    nameChange(request, `${successCount} people`);
    if (successCount > 0) await notify(request, tenant);
    else changedNothing(request);
    return { successCount, failureCount: errors.size, errors: Object.fromEntries(errors), existing };
  });
}

const NO_ADDRESS = 'This is not a valid e-mail address.';
const ALREADY = 'This person is a tutor already.';
const REPEATED = 'This address stands in the list twice.';

/** Returns the valid addresses without repetitions, and adds the reason for every other one to `errors`. */
function withoutRepetition(emails: readonly string[], errors: Map<string, string>): string[] {
  const seen = new Set<string>();
  return emails.filter((email) => {
    const key = email.toLowerCase();
    if (!isEmailAddress(email)) errors.set(email, NO_ADDRESS);
    else if (seen.has(key)) errors.set(email, REPEATED);
    else return seen.add(key);
    return false;
  });
}

function idsOf(outcome: InviteOutcome): readonly (string | undefined)[] {
  if (outcome.name === 'invited') return outcome.tutorIds;
  const { siteId } = outcome.role;
  const field = `bulkRolesToApply.sites.${siteId}`;
  if (outcome.why === 'no-site') throw invalidField(field, 'One of the sites is not there any more.');
  if (outcome.why === 'no-role') throw invalidField(field, 'One of the roles is not there any more.');
  if (outcome.why === 'not-offered')
    throw invalidField(field, 'One of the roles cannot be given with an invitation.');
  throw new AppError('forbidden', 'You may not give one of these roles.');
}
