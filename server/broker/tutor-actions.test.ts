import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TutorAction } from '#store/logs/tutor-action.ts';
import type { InboxMessage } from './inbox/platform-inbox.ts';
import { createTutorActions, type TutorActions } from './tutor-actions.ts';

describe('actions of tutors', () => {
  let stored: TutorAction[];
  let dropped: string[];
  let fails: boolean;
  let actions: TutorActions;
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
    stored = [];
    dropped = [];
    fails = false;
    actions = createTutorActions({
      async store(some) {
        if (fails) throw new Error('database away');
        stored.push(...some);
      },
      drop: (reason) => dropped.push(reason),
      failed: () => {},
      now: () => Date.now(),
    });
  });
  afterEach(async () => {
    await actions.close();
    vi.useRealTimers();
  });

  const say = (topic: string, message: object) =>
    actions.read({
      scope: { tenant: 'acme', site: 'one' },
      rest: topic.split('/'),
      payload: Buffer.from(JSON.stringify({ timeSent: 1, ...message })),
      from: {} as InboxMessage['from'],
      properties: undefined,
    });
  const pass = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms);
  const only = () => stored.map(({ action, parameters, targets }) => ({ action, parameters, targets }));

  it('an action to three hundred devices is one', async () => {
    for (let n = 0; n < 300; n += 1)
      say(`tina/v1/users/u-${n}/clients/c-${n}/actions`, { id: 'a', action: 'lock' });
    await pass();
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({
      tenant: 'acme',
      site: 'one',
      tutorId: 'tina',
      action: 'lock',
      at: 1_000_000,
    });
    expect(stored[0]?.targets).toHaveLength(300);
    expect(stored[0]?.targets[1]).toEqual({ to: 'client', authType: 'user', userId: 'u-1', clientId: 'c-1' });
  });

  it('passwords and addresses of peers stay out', async () => {
    const topic = 'tina/v1/sessions/s/clients/c/actions';
    say(topic, {
      id: 'a',
      action: 'login',
      parameters: { username: 'ann', password: 'hunter2', domain: 'SCHOOL' },
    });
    say(topic, { id: 'b', action: 'liveScreen', parameters: { peerId: 'peer-of-tina' } });
    say(topic, { id: 'c', action: 'newAction', parameters: { key: 'hunter2' } });
    await pass();
    expect(only().map(({ parameters }) => parameters)).toEqual([
      { username: 'ann', domain: 'SCHOOL' },
      {},
      {},
    ]);
    expect(JSON.stringify(stored)).not.toMatch(/hunter2|peer-of-tina/);
  });

  it('what consoles send by themselves, repeat or demand is none', async () => {
    say('tina/v1/groups/g/actions', { id: 'a', action: 'ping' });
    say('tina/v1/groups/g/demands', { id: 'b', action: 'lock' });
    const session = { id: 's', peerId: 'p' };
    say('tina/v1/groups/g/actions', {
      id: 'c',
      action: 'broadcast',
      parameters: { session: { ...session, initial: true } },
    });
    say('tina/v1/groups/g/actions', { id: 'd', action: 'broadcast', parameters: { session } });
    say('tina/v1/groups/g/actions', { id: 'e', action: 'mute' });
    await pass();
    say('tina/v1/groups/g/actions', { id: 'e', action: 'mute' });
    await pass();
    expect(stored.map(({ action }) => action)).toEqual(['broadcast', 'mute']);
  });

  it('a broadcast is a row for each of its targets, whether or not its sender calls it the first', async () => {
    const announce = (id: string, topic: string, session: object) =>
      say(topic, { id, action: 'broadcast', parameters: { session: { peerId: 'p', ...session } } });
    announce('a', 'tina/v1/groups/g/actions', { id: 's', initial: false });
    await pass();
    announce('b', 'tina/v1/groups/g/actions', { id: 's', initial: false });
    announce('c', 'tina/v1/groups/g/actions', { id: 's' });
    announce('d', 'tina/v1/groups/h/actions', { id: 's', initial: false });
    announce('e', 'tina/v1/groups/g/actions', { id: 't' });
    announce('f', 'tom/v1/groups/g/actions', { id: 's' });
    await pass();
    expect(stored.map(({ actionId }) => actionId)).toEqual(['a', 'd', 'e', 'f']);
  });

  it('a broadcast that begins again under its former id is a row again', async () => {
    const announce = (id: string) => {
      const session = { id: 's', peerId: 'p', initial: false };
      say('tina/v1/groups/g/actions', { id, action: 'broadcast', parameters: { session } });
    };
    announce('a');
    for (const id of ['b', 'c', 'd']) {
      await pass(30_000);
      announce(id);
    }
    await pass(120_000);
    announce('e');
    await pass();
    expect(stored.map(({ actionId }) => actionId)).toEqual(['a', 'e']);
  });

  it('an action that takes the id of another is a row of its own', async () => {
    const open = (url: string) => ({ id: 'a', action: 'launch', parameters: { url } });
    say('tina/v1/users/u/clients/c/actions', { id: 'a', action: 'mute' });
    say('tina/v1/users/u/clients/d/actions', { id: 'a', action: 'logoff' });
    say('tina/v1/users/u/clients/e/actions', open('https://one.example/'));
    say('tina/v1/users/u/clients/f/actions', open('https://two.example/'));
    await pass();
    say('tina/v1/users/u/clients/c/actions', { id: 'a', action: 'logoff' });
    await pass();
    expect(stored.map(({ action, targets }) => [action, targets.length])).toEqual([
      ['mute', 1],
      ['logoff', 1],
      ['launch', 1],
      ['launch', 1],
      ['logoff', 1],
    ]);
  });

  it('an action is a row again when devices have forgotten its id', async () => {
    const say2 = (action: string) => say('tina/v1/groups/g/actions', { id: action, action });
    say2('snapshot');
    say2('poll');
    await pass(50_000);
    say2('snapshot');
    await pass(20_000);
    say2('snapshot');
    say2('poll');
    await pass();
    expect(stored.map(({ action }) => action)).toEqual(['snapshot', 'poll', 'snapshot']);
  });

  it('runners and the stop of all shares have no target', async () => {
    say('tina/v1/siterunners/wol', { id: 'a', action: 'wol', parameters: { groupId: 'g' } });
    say('tina/v1/siterunners/actions', { id: 'b', action: 'dnslookup' });
    say('tina/v1/requeststopscreenshares', { sessionIds: ['s-1', 's-2'] });
    say('tina/v1/requeststopscreenshares', {});
    await pass();
    const stop = { action: 'requeststopscreenshares', targets: [] };
    expect(only()).toEqual([
      { action: 'wol', parameters: { groupId: 'g' }, targets: [] },
      { ...stop, parameters: { sessionIds: ['s-1', 's-2'] } },
      { ...stop, parameters: {} },
    ]);
    const places = ['siterunners', 'requeststopscreenshares', 'requeststopscreenshares'];
    expect(stored.map(({ place }) => place)).toEqual(places);
  });

  it('text that no table holds hides nothing', async () => {
    say('tina/v1/groups/g/actions', { id: 'a\0', action: 'launch', parameters: { url: 'http://x/\0' } });
    await pass();
    expect(stored[0]).toMatchObject({ actionId: 'a\ufffd', action: 'launch', parameters: {} });
  });

  it('what the store does not take comes again', async () => {
    fails = true;
    say('tina/v1/groups/g/actions', { id: 'a', action: 'lock' });
    await pass();
    expect(stored).toEqual([]);
    fails = false;
    say('tina/v1/groups/g/actions', { id: 'b', action: 'unlock' });
    await pass(5_000);
    expect(stored.map(({ action }) => action)).toEqual(['lock', 'unlock']);
  });

  it('what is collected is stored at the end', async () => {
    say('tina/v1/groups/g/actions', { id: 'a', action: 'lock' });
    await actions.close();
    expect(stored).toHaveLength(1);
  });

  it('a program that has run wild is counted, and hides nothing: what is too much is one row for each kind', async () => {
    for (let n = 0; n < 400; n += 1) say('tina/v1/groups/g/actions', { id: `a-${n}`, action: 'lock' });
    say('tina/v1/groups/h/actions', {
      id: 'hidden',
      action: 'launch',
      parameters: { url: 'https://x.example/' },
    });
    for (let n = 0; n < 40; n += 1) say('tina/v1/groups/g/actions', { id: `s-${n}`, action: `strange-${n}` });
    await pass();
    expect(stored).toHaveLength(303);
    expect(stored.slice(300).map(({ action, parameters }) => [action, parameters])).toEqual([
      ['lock', { url: undefined, currentTab: false, content: '', united: 100 }],
      ['launch', { url: 'https://x.example/', united: 1 }],
      ['strange-0', { united: 40 }],
    ]);
    expect(stored[301]?.targets).toEqual([{ to: 'group', groupId: 'h' }]);
    expect(dropped).toHaveLength(141);
    expect(new Set(dropped)).toEqual(new Set(['tutor-action:too-many']));
  });
});
