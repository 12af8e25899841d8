import * as v from 'valibot';
import {
  eventChoiceListSchema,
  eventChoiceQuerySchema,
  resourceLogListSchema,
  resourceLogQuerySchema,
  tutorActionLogListSchema,
  tutorActionQuerySchema,
} from '#protocol/rest/event-log.ts';
import {
  userLogListSchema,
  userLogQuerySchema,
  userLogTimesListSchema,
  userLogTimesQuerySchema,
} from '#protocol/rest/user-log.ts';
import { GROUP_MAINTAINER, ON_SITE, type Operation, type Operations, SUPER_ADMIN } from '../operation.ts';
import { deletedCountSchema } from './answers.ts';

const EVENT_VIEWER = 'Tutors with the role eventViewer on the site.';
const LOG_VIEWER = 'Tutors with the role siteLogViewer on the site.';
const NEWEST_FIRST = 'The newest first. The next page is asked for with the time and the id of the last row.';
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

const choices = (route: Operation['route'], what: string, caller: string): Operation => ({
  tag: 'Events',
  route,
  summary: `Find ${what} to filter events by`,
  description: 'Those whose name contains the text, or the one with the id.',
  caller,
  query: eventChoiceQuerySchema,
  answer: eventChoiceListSchema,
});

export const eventOperations: Operations = {
  listUserLogs: {
    tag: 'Events',
    route: 'GET /v1/userlogs',
    summary: 'List the alerts of a group, a user, a client or the whole site',
    description: `${NEWEST_FIRST} The role eventViewer is needed for the whole site.`,
    caller: ON_SITE,
    query: userLogQuerySchema,
    answer: userLogListSchema,
  },
  deleteUserLogs: {
    tag: 'Events',
    route: 'DELETE /v1/userlogs',
    summary: 'Delete the alerts of a group or of a user',
    description: 'The query names exactly one of `groupId` and `userId`.',
    caller: ON_SITE,
    query: v.object({ groupId: v.optional(id), userId: v.optional(id) }),
    answer: deletedCountSchema,
  },
  listUserLogTimes: {
    tag: 'Events',
    route: 'GET /v1/userlogs/times',
    summary: 'List when users of the site had alerts',
    caller: GROUP_MAINTAINER,
    query: userLogTimesQuerySchema,
    answer: userLogTimesListSchema,
  },
  findEventUsers: choices('GET /v1/userlogs/people', 'users', EVENT_VIEWER),
  findEventDevices: choices('GET /v1/userlogs/devices', 'devices', EVENT_VIEWER),
  findEventTutors: choices('GET /v1/actions/tutors', 'tutors', LOG_VIEWER),
  findAdministrators: choices('GET /v1/admin/changes/tutors', 'administrators', SUPER_ADMIN),
  listTutorActions: {
    tag: 'Events',
    route: 'GET /v1/actions',
    summary: 'List the actions of tutors on the site',
    description: NEWEST_FIRST,
    caller: LOG_VIEWER,
    query: tutorActionQuerySchema,
    answer: tutorActionLogListSchema,
  },
  listSiteChanges: {
    tag: 'Events',
    route: 'GET /v1/site-resources',
    summary: 'List what tutors changed on the site',
    description: NEWEST_FIRST,
    caller: LOG_VIEWER,
    query: resourceLogQuerySchema,
    answer: resourceLogListSchema,
  },
  listAdminChanges: {
    tag: 'Events',
    route: 'GET /v1/admin/changes',
    summary: 'List what administrators changed in the tenant',
    description: NEWEST_FIRST,
    caller: SUPER_ADMIN,
    query: resourceLogQuerySchema,
    answer: resourceLogListSchema,
  },
};
