/** What is tried at REST: who calls what, and with which status it is refused. `{Name of a group}` in a path stands for its id. */
import { type Actor, NEIGHBOUR_USER, OTHER } from './attempts-world.ts';

type Body = string | object | undefined;
export type Call = { path: string; method?: string; body?: Body; headers?: Record<string, string> };

export type Attempt = [name: string, who: Actor, call: Call, status: number];

/** Somebody may see the group, and nobody of these. */
export const FOREIGN = '/groups/{9A Geography}';
export const OWN = '/groups/{7A Mathematics}';
const NEIGHBOUR = '/groups/{Hillcrest 7A}';
const quiet = {
  name: 'Quiet',
  meta: { icon: { icon: 'mdi-lock' } },
  definition: { effects: [{ definition: 'MuteDefinition' }], conditions: [] },
};
const mine = { definitionName: 'userGroup', name: 'Mine' };

export const READS: readonly Attempt[] = [
  ['a group of others', 'teacher', { path: FOREIGN }, 404],
  ['who is in it', 'teacher', { path: `${FOREIGN}/members` }, 404],
  ['what is applied to it', 'teacher', { path: `${FOREIGN}/policies` }, 404],
  ['what is applied to its members', 'teacher', { path: `${FOREIGN}/members/policies` }, 404],
  ['a group of another site', 'maintainer', { path: NEIGHBOUR }, 404],
  ['a group of the own other site', 'elsewhere', { path: OWN }, 404],
  ['a group of another tenant', 'maintainer', { path: `/groups/${OTHER.group}` }, 404],
  ['a person of others', 'teacher', { path: '/users/r-u-00150' }, 404],
  ['the groups of a person of others', 'teacher', { path: '/users/r-u-00150/groups' }, 404],
  ['a person of another site', 'maintainer', { path: `/users/${NEIGHBOUR_USER}` }, 404],
  ['a person of another tenant', 'maintainer', { path: `/users/${OTHER.user}` }, 404],
  ['a device of another site', 'maintainer', { path: '/devices/h-d-00001' }, 404],
  [
    'whether a device of another site is reached',
    'maintainer',
    { path: '/devices/h-d-00001/reachability' },
    404,
  ],
  [
    'whether a device is reached, with the token of a device',
    'device',
    { path: '/devices/r-d-00001/reachability' },
    403,
  ],
  ['all people', 'teacher', { path: '/users' }, 403],
  ['all devices', 'teacher', { path: '/devices' }, 403],
  ['their inventory', 'teacher', { path: '/devices/inventory' }, 403],
  [
    'when the people of the site had alerts',
    'teacher',
    { path: '/userlogs/times?since=2026-01-01T00:00:00Z' },
    403,
  ],
  ['all people with a role that is lost', 'promoted', { path: '/users' }, 403],
  ['a site that is lost', 'moved', { path: '/groups' }, 403],
  ['the admin realm without management access', 'crowned', { path: '/tutors' }, 403],
  ['groups in the admin realm', 'crowned', { path: '/groups' }, 403],
  ['the tutors', 'teacher', { path: '/tutors' }, 403],
  ['another tutor', 'maintainer', { path: '/tutors/tutor-admin' }, 403],
  ['what another tutor may do', 'teacher', { path: '/rolelinks?tutorId=tutor-admin' }, 403],
  ['the sites', 'maintainer', { path: '/sites' }, 403],
  ['the key of the student page', 'maintainer', { path: '/sites/riverside/page-link' }, 403],
  ['alerts of a group of others', 'teacher', { path: '/userlogs?groupId={9A Geography}' }, 404],
  ['alerts of a person of another site', 'teacher', { path: `/userlogs?userId=${NEIGHBOUR_USER}` }, 404],
  ['what tutors did', 'teacher', { path: '/actions' }, 403],
  ['what tutors changed', 'teacher', { path: '/site-resources' }, 403],
  ['which tutors did something', 'teacher', { path: '/actions/tutors' }, 403],
  ['what tutors did, with a site that is lost', 'moved', { path: '/actions' }, 403],
  ['what tutors changed, in the admin realm', 'crowned', { path: '/site-resources' }, 403],
  ['what tutors did, with the token of a device', 'device', { path: '/actions' }, 403],
  ['whose events there are, with the token of a device', 'device', { path: '/userlogs/people' }, 403],
  ['whose events there are, with the token of a runner', 'runner', { path: '/userlogs/devices' }, 403],
  ['a policy of another site', 'maintainer', { path: '/policies/p-886' }, 404],
  ['a policy of another tenant', 'maintainer', { path: `/policies/${OTHER.policy}` }, 404],
  [
    'where policies are applied, with the token of a device',
    'device',
    { path: '/policies/applications' },
    403,
  ],
  ['a picture that is not there', 'teacher', { path: '/media/download/h-log-1' }, 404],
  ['what a tutor reads, with the token of a device', 'device', { path: OWN }, 403],
  ['a tutor, with the token of a device', 'device', { path: '/tutors/self' }, 403],
  ['groups, with the token of a runner', 'runner', { path: '/groups' }, 403],
  [
    'machines to wake, with the token of a tutor',
    'maintainer',
    { path: '/site-runners/self/wake-targets?tutorId=tutor-maintainer&deviceIds=r-d-00001' },
    403,
  ],
  ['another tenant', 'teacher', { path: '/groups', headers: { 'tenant-key': OTHER.tenant } }, 403],
];

export const WRITES: readonly Attempt[] = [
  ['a group, without the role', 'teacher', { path: OWN, body: mine }, 403],
  ['a group, with a role that is lost', 'promoted', { path: OWN, body: mine }, 403],
  ['its members, without the role', 'teacher', { path: `${OWN}/members`, body: { members: [] } }, 403],
  [
    'its patterns, without the role',
    'teacher',
    { path: '/groups/{Room 7A}/patterns', body: { patterns: ['*'] } },
    403,
  ],
  ['a group of another site', 'maintainer', { path: NEIGHBOUR, body: mine }, 404],
  ['its members', 'maintainer', { path: `${NEIGHBOUR}/members`, body: { members: [] } }, 404],
  ['a group of another tenant', 'maintainer', { path: `/groups/${OTHER.group}`, body: mine }, 404],
  ['a sync of a group of others', 'teacher', { path: `${FOREIGN}/sync`, method: 'POST', body: {} }, 404],
  ['policies of a group of others', 'teacher', { path: `${FOREIGN}/policies`, body: { policies: [] } }, 404],
  [
    'policies of a person of others',
    'teacher',
    { path: '/users/r-u-00150/policies', body: { policies: [] } },
    404,
  ],
  [
    'policies of a device of another site',
    'maintainer',
    { path: '/devices/h-d-00001/policies', body: { policies: [] } },
    404,
  ],
  ['a new policy, without the role', 'teacher', { path: '/policies', method: 'POST', body: quiet }, 403],
  ['a policy, with a role that is lost', 'promoted', { path: '/policies/p-900', body: quiet }, 403],
  ['a policy away, without the role', 'teacher', { path: '/policies/p-900', method: 'DELETE' }, 403],
  ['a policy of another site', 'maintainer', { path: '/policies/p-886', body: quiet }, 404],
  ['a policy of another tenant', 'maintainer', { path: `/policies/${OTHER.policy}`, method: 'DELETE' }, 404],
  ['a policy, with the token of a runner', 'runner', { path: '/policies', method: 'POST', body: quiet }, 403],
  [
    'alerts of a group of others',
    'teacher',
    { path: '/userlogs?groupId={9A Geography}', method: 'DELETE' },
    404,
  ],
  [
    'alerts of a person of another site',
    'teacher',
    { path: `/userlogs?userId=${NEIGHBOUR_USER}`, method: 'DELETE' },
    404,
  ],
  ['alerts of the whole site', 'maintainer', { path: '/userlogs', method: 'DELETE' }, 400],
  ['a person, without the role', 'teacher', { path: '/users/r-u-00001', method: 'DELETE' }, 403],
  ['a person, with a role that is lost', 'promoted', { path: '/users/r-u-00001', method: 'DELETE' }, 403],
  ['a person of another site', 'maintainer', { path: `/users/${NEIGHBOUR_USER}`, method: 'DELETE' }, 404],
  ['a person of another tenant', 'maintainer', { path: `/users/${OTHER.user}`, method: 'DELETE' }, 404],
  ['a device, without the role', 'teacher', { path: '/devices/r-d-00001', method: 'DELETE' }, 403],
  ['a device, with the token of a device', 'device', { path: '/devices/r-d-00001', method: 'DELETE' }, 403],
  ['a device of another site', 'maintainer', { path: '/devices/h-d-00001', method: 'DELETE' }, 404],
  [
    'the key of the student page',
    'maintainer',
    { path: '/sites/riverside/page-link', method: 'POST', body: {} },
    403,
  ],
  ['another tutor', 'crowned', { path: '/tutors/tutor-admin', body: { preferences: {} } }, 404],
  [
    'preferences, with the token of a device',
    'device',
    { path: '/tutors/self', body: { preferences: { favouriteGroups: [] } } },
    403,
  ],
  [
    'a background image, without the role',
    'teacher',
    { path: '/group-media/upload/{7A Mathematics}', method: 'POST', body: {} },
    403,
  ],
  [
    'a background image, with a role that is lost',
    'promoted',
    { path: '/group-media/upload/{7A Mathematics}', method: 'POST', body: {} },
    403,
  ],
  [
    'its confirmation, without the role',
    'teacher',
    { path: '/group-media/confirm/{7A Mathematics}', method: 'POST', body: { objectKey: 'x' } },
    403,
  ],
  [
    'a background image away, without the role',
    'teacher',
    {
      path: '/group-media/delete/{7A Mathematics}',
      method: 'DELETE',
      body: { backgroundImageKey: 'x' },
    },
    403,
  ],
  [
    'a background image away by POST, without the role',
    'teacher',
    { path: '/group-media/delete/{7A Mathematics}', method: 'POST', body: { backgroundImageKey: 'x' } },
    403,
  ],
  [
    'a background image of a group of another site',
    'maintainer',
    { path: '/group-media/upload/{Hillcrest 7A}', method: 'POST', body: {} },
    404,
  ],
  [
    'a background image, with the token of a device',
    'device',
    { path: '/group-media/upload/{7A Mathematics}', method: 'POST', body: {} },
    403,
  ],
  ['a report, with the token of a runner', 'runner', { path: '/feedback', method: 'POST', body: {} }, 403],
];

export const BODIES: readonly Attempt[] = [
  [
    'a person of another site as a member',
    'maintainer',
    { path: '/groups/{Chess Club}/members', body: { members: [NEIGHBOUR_USER] } },
    400,
  ],
  [
    'a person of another tenant as a member',
    'maintainer',
    { path: '/groups/{Chess Club}/members', body: { members: [OTHER.user] } },
    400,
  ],
  [
    'a policy of another tenant',
    'teacher',
    { path: `${OWN}/policies`, body: { policies: [{ policyId: OTHER.policy }] } },
    400,
  ],
  [
    'a policy for another tutor',
    'maintainer',
    { path: '/policies', method: 'POST', body: { ...quiet, ownerId: 'tutor-teacher' } },
    400,
  ],
  [
    'tutors who may see a group',
    'maintainer',
    { path: OWN, body: { ...mine, permissions: ['tutor-teacher'] } },
    400,
  ],
  ['the site of a group', 'maintainer', { path: OWN, body: { ...mine, siteId: 'hillcrest' } }, 400],
  ['the directory of a group', 'maintainer', { path: OWN, body: { ...mine, integrationId: 'x' } }, 400],
  [
    '__proto__',
    'teacher',
    { path: '/tutors/self', body: '{"preferences":{"favouriteGroups":[]},"__proto__":{"roles":["x"]}}' },
    400,
  ],
  [
    '__proto__ further in',
    'teacher',
    { path: '/tutors/self', body: '{"preferences":{"favouriteGroups":[],"__proto__":{"x":1}}}' },
    400,
  ],
  [
    'the prototype of a constructor',
    'teacher',
    {
      path: '/tutors/self',
      body: '{"preferences":{"favouriteGroups":[],"constructor":{"prototype":{"x":1}}}}',
    },
    400,
  ],
  [
    'a NUL',
    'teacher',
    { path: '/tutors/self', body: '{"preferences":{"favouriteGroups":["\\u0000"]}}' },
    400,
  ],
  [
    'half a character',
    'teacher',
    { path: '/tutors/self', body: '{"preferences":{"favouriteGroups":[],"x":"\\ud800"}}' },
    400,
  ],
  [
    'lists without end',
    'teacher',
    {
      path: '/tutors/self',
      body: `{"preferences":{"favouriteGroups":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
    },
    400,
  ],
  ['a body that is cut off', 'teacher', { path: '/tutors/self', body: '{"preferences":' }, 400],
  ['a list', 'teacher', { path: '/tutors/self', body: '[]' }, 400],
  [
    'two megabytes',
    'teacher',
    { path: '/tutors/self', body: { preferences: { favouriteGroups: [], x: 'x'.repeat(2 * 1024 * 1024) } } },
    413,
  ],
  [
    'a form',
    'teacher',
    {
      path: '/tutors/self',
      body: 'preferences=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    415,
  ],
];

export const ADDRESSES: readonly Attempt[] = [
  ['a NUL', 'maintainer', { path: '/groups/%00' }, 400],
  ['half a character', 'maintainer', { path: '/groups/%ED%A0%80' }, 400],
  ['a bad escape', 'maintainer', { path: '/groups/%zz' }, 400],
  ['an escape that is cut off', 'maintainer', { path: '/groups/%E0%A4' }, 400],
  ['SQL in an id', 'maintainer', { path: `/groups/${encodeURIComponent("' or '1'='1")}` }, 404],
  ['SQL in a page', 'teacher', { path: `/groups?limit=${encodeURIComponent('1;select 1')}` }, 400],
  ['a page of less than nothing', 'teacher', { path: '/groups?limit=-1' }, 400],
  ['a page of everything', 'teacher', { path: '/groups?limit=1000000' }, 400],
  ['a NUL in a page', 'teacher', { path: '/groups?_lt_id=%00' }, 400],
  ['another order', 'teacher', { path: '/groups?_sort=name' }, 400],
  ['two groups', 'teacher', { path: '/userlogs?groupId={7A Mathematics}&groupId={9A Geography}' }, 400],
  ['a path out of its place', 'device', { path: '/stun/..%2fgroups' }, 404],
  ['no such service', 'teacher', { path: '/no/such/service' }, 404],
];
