// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { ResourceLog, TutorActionLog } from '#protocol/rest/event-log.ts';
import {
  actionDetails,
  actionWord,
  changeWord,
  resourceName,
  targetText,
  tutorName,
  typeWord,
} from './event-words.ts';

const action = (more: Partial<TutorActionLog> = {}): TutorActionLog => ({
  id: 'a',
  loggedTime: '2026-11-21T10:00:00.000Z',
  tutorId: 't',
  tutorName: 'Tina',
  action: 'lock',
  parameters: {},
  targetGroupId: null,
  targetGroupName: null,
  targetUserName: null,
  combinedTargetIdentifier: null,
  ...more,
});
const change = (more: Partial<ResourceLog> = {}): ResourceLog => ({
  id: 'r',
  loggedTime: '2026-11-21T10:00:00.000Z',
  tutorId: 't',
  tutorName: 'Tina',
  parameters: { method: 'PUT', path: '/v1/groups/g' },
  resourceType: 'groups',
  resourceId: 'g',
  resourceName: '7A',
  ...more,
});

test.each([
  ['lock', 'Lock'],
  ['requeststopscreenshares', 'Stop all shares'],
  ['teleport', 'Unknown'],
  ['constructor', 'Unknown'],
  ['', 'Unknown'],
])('the action %j is %s', (name, word) => {
  expect(actionWord(name)).toBe(word);
});

test.each([
  [{ targetGroupId: 'g', targetGroupName: '7A' }, '7A'],
  [{ targetGroupId: 'g', targetGroupName: null }, 'Group deleted'],
  [{ targetGroupId: 'g', targetGroupName: null, parameters: { groupName: '7A' } }, '7A'],
  [{ targetGroupId: 'g', targetGroupName: '7A (new)', parameters: { groupName: '7A' } }, '7A (new)'],
  [{ action: 'wol', combinedTargetIdentifier: 'siterunners' }, 'Site runners'],
  [
    { action: 'requeststopscreenshares', combinedTargetIdentifier: 'requeststopscreenshares' },
    'All devices of the site',
  ],
  [{ combinedTargetIdentifier: 'user/u/c', targetUserName: 'Ann' }, 'Ann'],
  [{ combinedTargetIdentifier: 'user/u/c' }, "Student's name not found"],
  [{ parameters: { targets: ['user/a/1', 'user/b/2'] } }, '2 devices'],
  [{ action: 'wol' }, 'Site runners'],
  [{ action: 'requeststopscreenshares' }, 'All devices of the site'],
])('the target of %j is %s', (more, words) => {
  expect(targetText(action(more))).toBe(words);
});

test('a thing that is gone keeps the name that it had', () => {
  const parameters = { method: 'DELETE', path: '/v1/policies/p', name: 'No social media' };
  const gone = { resourceType: 'policies', resourceName: null };
  expect(resourceName(change({ ...gone, parameters }))).toBe('No social media');
  expect(resourceName(change({ parameters }))).toBe('7A');
  expect(resourceName(change(gone))).toBe("Policy's name not found");
});

test.each([
  ['groups', null, "Group's name not found"],
  ['users', null, "User's name not found"],
  ['live-rooms', null, "Chat room's name not found"],
  ['strange-things', null, "strange-things's name not found"],
  ['groups', '7\u202eA', '7 A'],
  ['site-settings', null, 'Site settings'],
  ['feedback', null, 'Feedback'],
])('of %s with the name %j one reads %s', (resourceType, name, words) => {
  expect(resourceName(change({ resourceType, resourceName: name }))).toBe(words);
});

test.each([
  ['POST', '/v1/groups', 'Created'],
  ['POST', '/v1/groups/g/sync', 'Changed'],
  ['PUT', '/v1/groups/g', 'Changed'],
  ['DELETE', '/v1/groups/g', 'Deleted'],
  ['BREW', '/v1/groups/g', 'Unknown'],
  [undefined, undefined, 'Unknown'],
])('%s %s is %s', (method, path, word) => {
  const parameters = { ...(method && { method }), ...(path && { path }) };
  expect(changeWord(change({ parameters }))).toBe(word);
});

test('a tutor and a type without a name', () => {
  expect(tutorName({ tutorName: null })).toBe("Tutor's name not found");
  expect(typeWord('')).toBe('Unknown');
});

test('what an action carried is read as text, rich text without its marks', () => {
  const details = actionDetails(
    action({
      parameters: {
        content: '<p>Look</p><p>here <script>x()</script></p>',
        url: 'https://a.example/<b>',
        files: [{ name: 'a.pdf' }, { name: 'b.pdf' }],
        block: true,
        secret: 'no word for it',
        answers: [],
      },
    }),
  );
  expect(details.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Page: https://a.example/<b>',
    expect.stringMatching(/^Text: Look here/),
    'Blocked: true',
    'Files: a.pdf, b.pdf',
  ]);
});
