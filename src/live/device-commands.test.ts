import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ACTION_PARAMETERS } from '#protocol/action-parameters.ts';
import type { Audience } from '#protocol/threads/live-action.ts';
import { createActionRuns } from './action-runs.ts';
import { createDeviceCommands } from './device-commands.ts';

const group: Audience = { groupId: 'g1' };
const client = { clientId: 'c1', userId: 'u1', authType: 'user' as const };
const one: Audience = { clients: [client] };
const session = { id: 's1', peerId: 'p1', tutorName: 'Ada', initial: true };

type Commands = ReturnType<typeof createDeviceCommands>;
type Row = [name: keyof Commands, args: unknown[], action: string, parameters: object, audience: Audience];

const rows: Row[] = [
  ['sendNotification', [group, 'Hi', 'All'], 'notification', { title: 'Hi', message: 'All' }, group],
  ['openTab', [group, { url: 'https://a.example' }], 'launch', { url: 'https://a.example' }, group],
  ['openTab', [group, { command: 'calc', args: '1' }], 'launch', { command: 'calc', args: '1' }, group],
  ['lockStudentScreen', [group, { url: 'https://a.example' }], 'lock', { url: 'https://a.example' }, group],
  ['lockStudentScreen', [group, { currentTab: true }], 'lock', { currentTab: true }, group],
  ['lockStudentScreen', [group, { content: '' }], 'lock', { content: '' }, group],
  ['unlockStudentScreen', [one], 'unlock', {}, one],
  ['mute', [group, true], 'mute', {}, group],
  ['mute', [group, false], 'unmute', {}, group],
  [
    'powerAction',
    [group, { action: 'reboot', countdown: 5 }],
    'powerAction',
    { action: 'reboot', countdown: 5 },
    group,
  ],
  ['remoteLogin', [[client], { username: 'u' }], 'login', { username: 'u' }, one],
  ['broadcast', [group, session], 'broadcast', { session }, group],
  ['requestName', [group], 'requestName', {}, group],
  ['fullScreen', [group, false], 'fullScreen', { enabled: false }, group],
  ['setAlias', [client, 'Ada'], 'setAlias', { alias: 'Ada' }, one],
  ['stopShareScreen', [group], 'stopShareScreen', {}, group],
  ['stopShareScreen', [group, 's1'], 'stopShareScreen', { sessionId: 's1' }, group],
  ['shareScreen', [client, 'd1', session], 'shareScreen', { displayId: 'd1', session }, one],
  ['shareScreen', [client, undefined, session], 'shareScreen', { session }, one],
  ['liveScreen', [client, 'd1', 'p1'], 'liveScreen', { displayId: 'd1', peerId: 'p1' }, one],
  ['liveScreen', [client, undefined, 'p1'], 'liveScreen', { peerId: 'p1' }, one],
  ['finishPoll', [group, 'poll1'], 'poll', { id: 'poll1', finish: true }, group],
  ['wakeGroup', ['g1'], 'wol', { groupId: 'g1' }, { runners: true }],
  ['wakeNow', [['d1', 'd2']], 'wol', { deviceIds: ['d1', 'd2'] }, { runners: true }],
  ['userInputs', [group, true], 'userInputs', { block: true }, group],
  ['closeTabs', [one, ['t1']], 'closeTabs', { tabIds: ['t1'] }, one],
  [
    'focusTab',
    [one, { tabId: 't1', tabUrl: 'https://a.example' }],
    'focusTab',
    { tabId: 't1', tabUrl: 'https://a.example' },
    one,
  ],
  ['focusApp', [one, 'w1'], 'focusApp', { appId: 'w1' }, one],
  ['closeApps', [one, ['w1']], 'closeApps', { appIds: ['w1'] }, one],
  ['openChatRoom', [group, 'r1'], 'openChatRoom', { roomId: 'r1' }, group],
  ['setThumbnailDisplay', [client, 'd1'], 'setThumbnailDisplay', { displayId: 'd1' }, one],
  ['stopRemoteControl', [client, 'a1'], 'stopRemoteControl', { sessionId: 'a1' }, one],
];

test.each(rows)('%s %j', (name, args, action, parameters, audience) => {
  const asked: { action: string; parameters: unknown; audience: Audience }[] = [];
  const runs = createActionRuns({ ask: async () => undefined, newId: () => 'id', nowMs: () => 0 });
  const commands = createDeviceCommands((request) => {
    asked.push(request);
    return runs.act(request);
  });
  const run = (commands[name] as (...args: unknown[]) => ReturnType<typeof runs.act>)(...args);
  run.forget();
  expect(asked).toEqual([{ action, parameters, audience }]);
  const schema = ACTION_PARAMETERS[action as keyof typeof ACTION_PARAMETERS];
  expect(v.safeParse(schema, parameters).success).toBe(true);
});
