import { describe, expect, test } from 'vitest';
import type { ActionName } from '#protocol/action-parameters.ts';
import type { Audience } from '#protocol/threads/live-action.ts';
import { recipient, setUpActionsInGroup } from '../fakes/live-actions.ts';
import { T } from '../fakes/live-fixture.ts';

describe('one action', () => {
  test.each<[string, ActionName, Audience, string[], string[]]>([
    ['a group', 'unlock', { groupId: 'g1' }, ['groups/g1/actions'], ['group/g1']],
    [
      'people',
      'unlock',
      {
        people: [
          { userId: 'u1', authType: 'user' },
          { userId: 'u2', authType: 'session' },
        ],
      },
      ['users/u1/actions', 'sessions/u2/actions'],
      ['user/u1', 'session/u2'],
    ],
    [
      'clients',
      'unlock',
      {
        clients: [
          { clientId: 'c1', userId: 'u1', authType: 'user' },
          { clientId: 'c2', userId: 'u2', authType: 'session' },
        ],
      },
      ['users/u1/clients/c1/actions', 'sessions/u2/clients/c2/actions'],
      ['user/u1/c1', 'session/u2/c2'],
    ],
    ['the site runners', 'dnslookup', { runners: true }, ['siterunners/actions'], ['siterunners']],
  ])('goes to %s with the same id', async (_, action, audience, topics, targets) => {
    const { act, sent, clock } = await setUpActionsInGroup();
    const { askedAt } = act(action, { audience });
    const messages = sent();
    expect(messages.map(({ topic }) => topic)).toEqual(topics);
    expect(messages.map(({ body }) => body.combinedTargetIdentifier)).toEqual(targets);
    for (const { body, options } of messages) {
      expect(body).toMatchObject({ id: 'a1', action, timeSent: askedAt });
      expect(options).toEqual({
        qos: 1,
        expirySeconds: 60,
        responseTopic: `${T}/backchannel`,
        correlation: 'a1',
        contentType: 'application/json',
      });
    }
    await clock.advance(1_000);
    expect(sent()).toEqual([]);
  });

  test('to wake devices goes to the runners on a topic of its own', async () => {
    const { act, sent } = await setUpActionsInGroup();
    act('wol', { audience: { runners: true }, parameters: { deviceIds: ['d1'] } });
    expect(sent()).toMatchObject([{ topic: 'siterunners/wol', body: { parameters: { deviceIds: ['d1'] } } }]);
  });

  test.each(['lock', 'notification'] as const)('%s lives for ten minutes', async (action) => {
    const { act, sent } = await setUpActionsInGroup();
    act(action);
    expect(sent()).toMatchObject([{ options: { expirySeconds: 600 } }]);
  });

  test('says its parameters as the action defines them, and nothing else', async () => {
    const { act, sent } = await setUpActionsInGroup();
    act('lock', { parameters: { currentTab: true, colour: 'red' } });
    expect(sent()[0]?.body.parameters).toEqual({ currentTab: true, content: '' });
  });

  test('reaches a client that was named twice once', async () => {
    const { act, sent } = await setUpActionsInGroup();
    act('unlock', { audience: { clients: [recipient('c1'), recipient('c1')] } });
    expect(sent()).toHaveLength(1);
  });
});

describe('a client whose sign-in is not known', () => {
  test('gets nothing, a warning is logged, and the others get theirs', async () => {
    const { act, sent, state, tab, batch, logged } = await setUpActionsInGroup();
    act('unlock', { audience: { clients: [{ clientId: 'c1', userId: 'u1' }, recipient('c2')] } });
    expect(sent().map(({ topic }) => topic)).toEqual(['users/u-c2/clients/c2/actions']);
    await batch();
    expect(state(tab)).toBe('sent, c1 invalid, c2 waiting');
    expect(logged).toEqual(['unlock: nothing is sent to client c1, which has no authType']);
  });

  test('by itself makes the action invalid', async () => {
    const { act, sent, state, tab, batch } = await setUpActionsInGroup();
    act('unlock', { audience: { clients: [{ clientId: 'c1', userId: 'u1' }] } });
    expect(sent()).toEqual([]);
    await batch();
    expect(state(tab)).toBe('invalid, c1 invalid, ended');
  });
});

describe('an action that is not valid is not sent', () => {
  const credentials = { username: 'ann', password: 'x' };
  test.each<[string, ActionName, Record<string, unknown>, Audience]>([
    ['its parameters are not its own', 'launch', { url: 'javascript:alert(1)' }, { groupId: 'g1' }],
    ['nobody does it', 'dance' as ActionName, {}, { groupId: 'g1' }],
    ['credentials to a group', 'login', credentials, { groupId: 'g1' }],
    ['credentials to a person', 'login', credentials, { people: [{ userId: 'u1', authType: 'user' }] }],
    ['remote control of a group', 'remoteControl', {}, { groupId: 'g1' }],
    ['remote control of two', 'remoteControl', {}, { clients: [recipient('c1'), recipient('c2')] }],
    ['no clients', 'unlock', {}, { clients: [] }],
    ['no people', 'unlock', {}, { people: [] }],
    ['what only devices do, to runners', 'lock', {}, { runners: true }],
    ['what only runners do, to devices', 'dnslookup', {}, { groupId: 'g1' }],
    ['an id that would be another topic', 'unlock', {}, { groupId: 'g1/../g2' }],
    ['a person for everybody', 'unlock', {}, { people: [{ userId: '+', authType: 'user' }] }],
    ['a client for everybody', 'unlock', {}, { clients: [{ ...recipient('c1'), clientId: '#' }] }],
  ])('%s', async (_, action, parameters, audience) => {
    const { act, sent, state, tab, batch, clock, logged } = await setUpActionsInGroup();
    const running = clock.pending();
    act(action, { parameters, audience });
    expect(sent()).toEqual([]);
    await batch();
    expect(state(tab)).toBe('invalid, ended');
    expect(logged).toHaveLength(1);
    expect(clock.pending()).toBe(running);
  });

  test('credentials to named clients are: one message to each of them alone', async () => {
    const { act, sent, state, tab, batch } = await setUpActionsInGroup();
    act('login', {
      parameters: credentials,
      audience: { clients: [recipient('c1'), recipient('c2')] },
    });
    expect(sent().map(({ topic, body }) => [topic, body.parameters])).toEqual([
      ['users/u-c1/clients/c1/actions', credentials],
      ['users/u-c2/clients/c2/actions', credentials],
    ]);
    await batch();
    expect(state(tab)).toBe('sent, c1 waiting, c2 waiting');
  });
});
