import { describe, expect, test } from 'vitest';
import type { Reply } from '#protocol/action.ts';
import type { ActionUpdate, Answer } from '#protocol/threads/live-action.ts';
import { createActionRuns } from './action-runs.ts';
import { createFakeLiveWorker } from './fakes/fake-live-worker.ts';
import { createOnDemand } from './on-demand.ts';
import { createStopRequests } from './stop-requests.ts';

const client = { clientId: 'c1', userId: 'u1', authType: 'user' as const };
const group = { groupId: 'g1' };

const answer = (clientId: string, state: Answer['state'], reply?: Partial<Reply>): Answer => ({
  clientId,
  state,
  ...(reply && { reply: { id: 'tab1', action: 'ping', ok: state === 'confirmed', ...reply } as Reply }),
});

function setUp() {
  const { worker, take, deps } = createFakeLiveWorker();
  const ask = async <T>(call: (on: typeof worker, tabId: string) => Promise<T>) => call(worker, 'tab');
  const runs = createActionRuns({ ask, newId: deps.newId, nowMs: deps.nowMs });
  const stops = createStopRequests({ ask, nowMs: deps.nowMs });
  const onDemand = createOnDemand({
    act: runs.act,
    requestStopScreenShares: stops.add,
    newId: () => 'poll1',
  });
  return {
    onDemand,
    /** The request as the worker got it. */
    asked: () => JSON.parse(take()[0]?.replace(/^act tab (.*) \d+$/, '$1') ?? '{}'),
    end: (answers: Answer[], delivery: ActionUpdate['delivery']['name'] = 'sent') =>
      runs.apply([{ id: 'tab1', delivery: { name: delivery, expiresAt: 0 }, answers, ended: true }]),
    take,
    runs,
  };
}

describe('files', () => {
  test('come per device, with those that said nothing by their state', async () => {
    const { onDemand, asked, end } = setUp();
    const files = [{ fileName: 'a.docx', location: 'C:\\', size: 3 }];
    const found = onDemand.retrieveFiles(group, ['*.docx'], '%downloads%');
    expect(asked()).toMatchObject({
      action: 'retrieveFiles',
      parameters: { filePatterns: ['*.docx'], folderPath: '%downloads%' },
      audience: group,
    });
    end([answer('a', 'confirmed', { files }), answer('b', 'silent')]);
    expect(await found).toEqual({
      delivery: 'sent',
      devices: [
        { clientId: 'a', state: 'confirmed', files },
        { clientId: 'b', state: 'silent', files: [] },
      ],
    });
  });

  test('that could not be asked for are a value too', async () => {
    const { onDemand, end } = setUp();
    const found = onDemand.retrieveFiles(group, ['*'], '%desktop%');
    end([], 'expired');
    expect(await found).toEqual({ delivery: 'expired', devices: [] });
  });
});

test('a snapshot asks for the chosen displays at full quality, and brings a picture for each', async () => {
  const { onDemand, asked, end } = setUp();
  const pictures = [{ display: 'd2', contentType: 'image/jpeg', bytes: new Uint8Array([1]) }];
  const { taken } = onDemand.snapshot(group, { a: 'd2' });
  expect(asked()).toMatchObject({
    action: 'snapshot',
    parameters: { quality: 100, clientDisplayMap: { a: 'd2' } },
  });
  end([{ ...answer('a', 'confirmed'), pictures }, answer('b', 'silent')]);
  expect((await taken).devices).toEqual([
    { clientId: 'a', state: 'confirmed', pictures, code: undefined },
    { clientId: 'b', state: 'silent', pictures: [], code: undefined },
  ]);
});

describe('a ping', () => {
  test('of a device brings its clock', async () => {
    const { onDemand, end, asked } = setUp();
    const at = onDemand.ping(client);
    expect(asked()).toMatchObject({ action: 'ping', audience: { clients: [client] } });
    end([answer('c1', 'confirmed', { at: 77 })]);
    expect(await at).toBe(77);
  });

  test('that is answered without a clock was answered', async () => {
    const { onDemand, end } = setUp();
    const at = onDemand.ping(client);
    end([answer('c1', 'confirmed', {})]);
    expect(await at).toEqual(expect.any(Number));
  });

  test('that nobody answers is null', async () => {
    const { onDemand, end } = setUp();
    const at = onDemand.ping(client);
    end([answer('c1', 'silent')]);
    expect(await at).toBeNull();
  });

  test.each([
    ['answers', [answer('runner-1', 'confirmed', {})], 'sent', true],
    ['does not answer', [], 'sent', null],
    ['could not be asked', [], 'expired', false],
    ['may not be asked', [], 'refused', false],
  ] as const)('of a site runner that %s', async (_, answers, delivery, expected) => {
    const { onDemand, end, asked } = setUp();
    const reached = onDemand.pingSiteRunner();
    expect(asked()).toMatchObject({ action: 'ping', audience: { runners: true } });
    end([...answers], delivery);
    expect(await reached).toBe(expected);
  });
});

test('each site runner says where it is found in its network, or nothing', async () => {
  const { onDemand, end, asked, runs } = setUp();
  const found: string[] = [];
  const all = onDemand.siteRunners((url) => found.push(url));
  expect(asked()).toMatchObject({ action: 'dnslookup', audience: { runners: true } });
  const first = answer('runner-1', 'confirmed', { url: 'https://runner.school' });
  const delivery = { name: 'sent', expiresAt: 0 } as const;
  runs.apply([{ id: 'tab1', delivery, answers: [first], ended: false }]);
  expect(found).toEqual(['https://runner.school']);
  end([
    first,
    answer('runner-2', 'confirmed', {}),
    answer('runner-3', 'confirmed', { url: 'https://annex' }),
  ]);
  await all;
  expect(found).toEqual(['https://runner.school', 'https://annex']);
  const silent = onDemand.siteRunners((url) => found.push(url));
  runs.giveUpAll();
  await silent;
  expect(found).toHaveLength(2);
});

test('an empty list of sessions to stop is ignored', () => {
  const { onDemand, take } = setUp();
  onDemand.publishStopScreensharesRequest([]);
  expect(take()).toEqual([]);
  onDemand.publishStopScreensharesRequest(['s1']);
  expect(take()).toEqual(['requestStopScreenShares tab ["s1"]']);
});

test('a poll has an id of its own and goes on collecting', () => {
  const { onDemand, asked, runs } = setUp();
  const question = { question: 'Ready?', answers: ['Yes', 'No'], multiselect: false };
  const poll = onDemand.sendPoll({ question, totalRespondents: 30, audience: group });
  expect(asked()).toMatchObject({ id: 'tab1', action: 'poll', parameters: { ...question, id: 'poll1' } });
  expect(poll).toMatchObject({ id: 'poll1', totalRespondents: 30, answers: ['Yes', 'No'] });
  const reply = { answer: 'A', 'feedback-type': 'answered' as const };
  const delivery = { name: 'sent', expiresAt: 0 } as const;
  runs.apply([{ id: 'tab1', delivery, answers: [answer('a', 'confirmed', reply)], ended: false }]);
  expect(poll.run.get().answers.get('a')?.reply?.answer).toBe('A');
});

describe('remote control', () => {
  test('brings where the viewer connects', async () => {
    const { onDemand, end } = setUp();
    const { sessionId, answer: control } = onDemand.remoteControl(client);
    end([answer('c1', 'confirmed', { url: 'wss://x', password: 'p' })]);
    expect(sessionId).toBe('tab1');
    expect(await control).toEqual({ ok: true, url: 'wss://x', password: 'p' });
  });

  test.each([
    ['the device’s own reason', [answer('c1', 'failed', { code: 'refused' })], 'sent', 'refused'],
    ['that it is silent', [answer('c1', 'silent')], 'sent', 'silent'],
    ['how far it came', [], 'expired', 'expired'],
  ] as const)('else says %s', async (_, answers, delivery, reason) => {
    const { onDemand, end } = setUp();
    const { answer: control } = onDemand.remoteControl(client);
    end([...answers], delivery);
    expect(await control).toEqual({ ok: false, reason });
  });
});

test('an inventory update says of each device whether it has answered', async () => {
  const { onDemand, end } = setUp();
  const run = onDemand.updateInventory(group);
  end([answer('a', 'confirmed'), answer('b', 'silent')]);
  const { answers } = await run.done;
  expect([...answers.values()].map(({ clientId, state }) => [clientId, state])).toEqual([
    ['a', 'confirmed'],
    ['b', 'silent'],
  ]);
});
