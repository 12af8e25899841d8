/** The tutors of a tenant and their roles. */
import * as v from 'valibot';
import {
  tutorInviteBodySchema,
  tutorInvitesAnswerSchema,
  tutorInvitesBodySchema,
} from '#protocol/rest/admin/tutor-invite.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import {
  roleChangesAnswerSchema,
  roleChangesBodySchema,
  roleLinkBodySchema,
  roleLinkListSchema,
  roleLinkQuerySchema,
  roleLinkSchema,
  roleListSchema,
} from '#protocol/rest/role.ts';
import { tutorSchema } from '#protocol/rest/tutor.ts';
import { MANAGER, type Operations, SUPER_ADMIN } from '../operation.ts';
import { idSchema } from './answers.ts';

const LAST_ADMIN = 'The tutor is the only super admin.';

export const tutorOperations: Operations = {
  listTutors: {
    tag: 'Tutors and roles',
    route: 'GET /v1/tutors',
    summary: 'List the tutors of the tenant',
    caller: MANAGER,
    query: pageQuerySchema,
    answer: v.array(tutorSchema),
  },
  readTutor: {
    tag: 'Tutors and roles',
    route: 'GET /v1/tutors/:tutorId',
    summary: 'Read a tutor',
    caller: MANAGER,
    answer: tutorSchema,
  },
  deleteTutor: {
    tag: 'Tutors and roles',
    route: 'DELETE /v1/tutors/:tutorId',
    summary: 'Delete a tutor and end their sessions',
    caller: SUPER_ADMIN,
    answer: idSchema,
    conflict: LAST_ADMIN,
  },
  inviteTutor: {
    tag: 'Tutors and roles',
    route: 'POST /v1/tutors/import',
    summary: 'Invite a tutor by e-mail address',
    caller: MANAGER,
    body: tutorInviteBodySchema,
    answer: tutorSchema,
    conflict: 'The person is a tutor already.',
  },
  inviteTutors: {
    tag: 'Tutors and roles',
    route: 'POST /v1/tutors/importbulk',
    summary: 'Invite several tutors and give them roles',
    description: 'Tutors who exist already keep their roles, so that the same call can be repeated.',
    caller: MANAGER,
    body: tutorInvitesBodySchema,
    answer: tutorInvitesAnswerSchema,
  },
  listRoles: {
    tag: 'Tutors and roles',
    route: 'GET /v1/roles',
    summary: 'List the roles that there are',
    caller: MANAGER,
    query: pageQuerySchema,
    answer: roleListSchema,
  },
  listRoleLinks: {
    tag: 'Tutors and roles',
    route: 'GET /v1/rolelinks',
    summary: 'List the roles of a tutor',
    description: 'Tutors may read their own roles; those of others need management access.',
    query: v.object({ ...roleLinkQuerySchema.entries, ...pageQuerySchema.entries }),
    answer: roleLinkListSchema,
  },
  createRoleLink: {
    tag: 'Tutors and roles',
    route: 'POST /v1/rolelinks',
    summary: 'Give a role to a tutor',
    description: 'A tutor who has the role there already keeps the link, which is the answer.',
    caller: MANAGER,
    query: roleLinkQuerySchema,
    body: roleLinkBodySchema,
    answer: roleLinkSchema,
  },
  updateRoleLink: {
    tag: 'Tutors and roles',
    route: 'PUT /v1/rolelinks/:id',
    summary: 'Choose whether a tutor may give a role to others',
    caller: MANAGER,
    query: roleLinkQuerySchema,
    body: roleLinkBodySchema,
    answer: roleLinkSchema,
  },
  deleteRoleLink: {
    tag: 'Tutors and roles',
    route: 'DELETE /v1/rolelinks/:id',
    summary: 'Take a role from a tutor',
    caller: MANAGER,
    query: roleLinkQuerySchema,
    answer: idSchema,
    conflict: LAST_ADMIN,
  },
  changeRoles: {
    tag: 'Tutors and roles',
    route: 'POST /v1/rolelinks/changes',
    summary: 'Give and take several roles of a tutor',
    description: 'Each change is made or refused by itself; `refusals` has the reasons in the same order.',
    caller: MANAGER,
    query: roleLinkQuerySchema,
    body: roleChangesBodySchema,
    answer: roleChangesAnswerSchema,
  },
};
