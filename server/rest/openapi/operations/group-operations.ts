import * as v from 'valibot';
import { groupListSchema, groupSchema } from '#protocol/rest/group.ts';
import {
  groupBodySchema,
  groupCreateBodySchema,
  groupMembersBodySchema,
  groupPatternsBodySchema,
  groupPermissionsBodySchema,
  patternMatchesBodySchema,
} from '#protocol/rest/group-body.ts';
import { groupCountListSchema, patternMatchesSchema } from '#protocol/rest/group-counts.ts';
import {
  groupMemberListSchema,
  groupPatternListSchema,
  groupPermissionListSchema,
} from '#protocol/rest/group-member.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import { siteTutorSchema } from '#protocol/rest/tutor.ts';
import { GROUP_MAINTAINER, ON_SITE, type Operations } from '../operation.ts';
import { idSchema } from './answers.ts';

const FORMER =
  'With `former`, the list as it was when the editing began, changes that others have made since then are kept. Without it the list is replaced.';
const FROM_DIRECTORY = 'The group comes from a directory, or is of a kind without such a list.';

export const groupOperations: Operations = {
  listGroups: {
    tag: 'Groups',
    route: 'GET /v1/groups',
    summary: 'List the groups that the tutor may see',
    caller: ON_SITE,
    query: pageQuerySchema,
    answer: groupListSchema,
  },
  createGroup: {
    tag: 'Groups',
    route: 'POST /v1/groups',
    summary: 'Create a group, or import a course of a directory as a group',
    description: 'Members, patterns, tutors and policies of the group are set by operations of their own.',
    caller: GROUP_MAINTAINER,
    body: groupCreateBodySchema,
    answer: groupSchema,
    conflict: 'The course is a group already, or its directory cannot be read.',
  },
  readGroup: {
    tag: 'Groups',
    route: 'GET /v1/groups/:id',
    summary: 'Read a group',
    caller: ON_SITE,
    answer: groupSchema,
  },
  updateGroup: {
    tag: 'Groups',
    route: 'PUT /v1/groups/:id',
    summary: 'Change a group',
    description: 'The fields that the body names are replaced; the others stay.',
    caller: GROUP_MAINTAINER,
    body: groupBodySchema,
    answer: groupSchema,
    conflict: 'The group is of another kind than the body says, or cannot become one of that kind.',
  },
  deleteGroup: {
    tag: 'Groups',
    route: 'DELETE /v1/groups/:id',
    summary: 'Delete a group',
    caller: GROUP_MAINTAINER,
    answer: idSchema,
  },
  listGroupMembers: {
    tag: 'Groups',
    route: 'GET /v1/groups/:id/members',
    summary: 'List the members of a group',
    description: 'Users or devices, depending on the kind of the group.',
    caller: ON_SITE,
    query: pageQuerySchema,
    answer: groupMemberListSchema,
  },
  setGroupMembers: {
    tag: 'Groups',
    route: 'PUT /v1/groups/:id/members',
    summary: 'Set the members of a group',
    description: FORMER,
    caller: GROUP_MAINTAINER,
    body: groupMembersBodySchema,
    answer: groupSchema,
    conflict: FROM_DIRECTORY,
  },
  listGroupPatterns: {
    tag: 'Groups',
    route: 'GET /v1/groups/:id/patterns',
    summary: 'List the hostname patterns of a group',
    caller: ON_SITE,
    answer: groupPatternListSchema,
  },
  setGroupPatterns: {
    tag: 'Groups',
    route: 'PUT /v1/groups/:id/patterns',
    summary: 'Set the hostname patterns of a group',
    description: FORMER,
    caller: GROUP_MAINTAINER,
    body: groupPatternsBodySchema,
    answer: groupSchema,
    conflict: FROM_DIRECTORY,
  },
  listGroupPermissions: {
    tag: 'Groups',
    route: 'GET /v1/groups/:id/permissions',
    summary: 'List the tutors who may see a group',
    description: 'Group maintainers see every group and are not listed.',
    caller: ON_SITE,
    answer: groupPermissionListSchema,
  },
  setGroupPermissions: {
    tag: 'Groups',
    route: 'PUT /v1/groups/:id/permissions',
    summary: 'Set the tutors who may see a group',
    description: FORMER,
    caller: GROUP_MAINTAINER,
    body: groupPermissionsBodySchema,
    answer: groupSchema,
  },
  syncGroup: {
    tag: 'Groups',
    route: 'POST /v1/groups/:id/sync',
    summary: 'Import the members of a group from its directory now',
    caller: ON_SITE,
    answer: groupSchema,
    conflict: 'The group comes from no directory, or the directory cannot be read.',
  },
  countGroups: {
    tag: 'Groups',
    route: 'GET /v1/groups/counts',
    summary: 'Count the members and tutors of every group of the site',
    caller: GROUP_MAINTAINER,
    answer: groupCountListSchema,
  },
  matchPatterns: {
    tag: 'Groups',
    route: 'POST /v1/groups/patterns/matches',
    summary: 'Find the devices that hostname patterns match',
    description:
      'Nothing is changed. It is a POST because a list of patterns may be too long for an address.',
    caller: GROUP_MAINTAINER,
    body: patternMatchesBodySchema,
    answer: patternMatchesSchema,
    conflict: 'A newer call of the same tutor has replaced this one.',
  },
  listUserGroups: {
    tag: 'Groups',
    route: 'GET /v1/users/:id/groups',
    summary: 'List the groups of a user that the tutor may see',
    caller: ON_SITE,
    answer: groupListSchema,
  },
  listSiteTutors: {
    tag: 'Groups',
    route: 'GET /v1/tutors/site/:siteId',
    summary: 'List the tutors of the site who can be permitted to see a group',
    description: 'The site must be the one of the session.',
    caller: GROUP_MAINTAINER,
    query: pageQuerySchema,
    answer: v.array(siteTutorSchema),
  },
};
