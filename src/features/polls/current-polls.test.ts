import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PollQuestion } from '#domain/poll.ts';
import { createActionRun, type RunningAction } from '#live/action-run.ts';
import type { Reply } from '#protocol/action.ts';
import type { ActionRequest, Answer, Delivery } from '#protocol/threads/live-action.ts';
import { createCurrentPolls } from './current-polls.ts';
import type { StoredPoll } from './stored-polls.ts';

const question: PollQuestion = { type: 'singleChoice', body: 'Ready?', answers: ['Yes', 'No'] };
const audience = { groupId: 'g1' };
const recipients = [
  { clientId: 'c2', name: 'Bo' },
  { clientId: 'c1', name: 'Ada' },
];
const asked = { question, audience, recipients };

beforeEach(() => void vi.useFakeTimers({ now: 1_000 }));
afterEach(() => void vi.useRealTimers());

/** `kept`: what an earlier page left behind. */
function setUp(kept: Record<string, StoredPoll> = {}) {
  let stored = kept;
  const runs: RunningAction[] = [];
  const forgotten: string[] = [];
  const finished: string[] = [];
  const closed: string[] = [];
  const resumed: [ActionRequest, boolean][] = [];
  let polls = 0;
  function run(request: ActionRequest, wasSent: boolean) {
    const next = createActionRun(request, {
      expiresAt: 61_000,
      wasSent,
      onForget: ({ id }) => forgotten.push(id),
    });
    runs.push(next);
    return next;
  }
  const current = createCurrentPolls({
    send({ audience }) {
      polls += 1;
      const id = `p${polls}`;
      const request = {
        id: `a${polls}`,
        action: 'poll',
        parameters: { id },
        audience,
        askedAt: Date.now(),
      } as const;
      return { id, run: run(request, false) };
    },
    resume(request, wasSent) {
      resumed.push([request, wasSent]);
      return run(request, wasSent);
    },
    finish: ({ id }) => finished.push(id),
    close: (id, groupId) => closed.push(`${id} ${groupId}`),
    read: () => stored,
    keep: (next) => {
      stored = structuredClone(next);
    },
    nowMs: () => Date.now(),
    unknownName: 'Another device',
  });
  const apply = (answers: Answer[], delivery: Delivery['name'] = 'sent') =>
    runs.at(-1)?.apply({ delivery: { name: delivery, expiresAt: 61_000 }, answers, ended: false });
  const answer = (clientId: string, type: Reply['feedback-type'], letters?: string): Answer => ({
    clientId,
    state: 'confirmed',
    reply: { id: 'a1', action: 'poll', ok: true, 'feedback-type': type, ...(letters && { answer: letters }) },
  });
  return {
    current,
    says: (clientId: string, type: Reply['feedback-type'], letters?: string) =>
      apply([answer(clientId, type, letters)]),
    apply,
    stored: () => stored,
    forgotten,
    finished,
    closed,
    resumed,
    standings: () =>
      current
        .get('g1')
        ?.respondents.map(({ name, standing, answer: given, hasLeft }) =>
          [name, standing, given, hasLeft && 'left'].filter(Boolean).join(' '),
        ),
  };
}

describe('the last question of a group', () => {
  test('collects what each device says, and tells those who follow', () => {
    const { current, says, standings } = setUp();
    let told = 0;
    current.subscribe(() => {
      told += 1;
    });
    current.ask('g1', asked);
    expect(standings()).toEqual(['Ada waiting', 'Bo waiting']);
    says('c1', 'shown');
    says('c1', 'answered', 'A');
    says('c1', 'changed', 'B');
    expect(standings()).toEqual(['Ada changed B', 'Bo waiting']);
    expect(told).toBe(4);
    const before = current.get('g1');
    says('c1', 'changed', 'B');
    expect(current.get('g1')).toBe(before);
  });

  test('is the only one of its group until it is closed; another group has its own', () => {
    const { current } = setUp();
    current.ask('g1', asked);
    current.ask('g1', { ...asked, question: { ...question, body: 'Another?' } });
    current.ask('g2', { ...asked, question: { ...question, body: 'Other group?' } });
    expect(current.get('g1')?.question.body).toBe('Ready?');
    expect(current.get('g2')?.question.body).toBe('Other group?');
    current.close('g1');
    expect(current.get('g1')).toBeUndefined();
    current.ask('g1', { ...asked, question: { ...question, body: 'Another?' } });
    expect(current.get('g1')?.question.body).toBe('Another?');
  });

  test('counts those who answer without having been asked', () => {
    const { current, says, standings } = setUp();
    current.ask('g1', asked);
    says('c9', 'answered', 'A');
    expect(standings()).toEqual(['Ada waiting', 'Bo waiting', 'Another device answered A']);
  });

  test('is finished once, and late answers still come in', () => {
    const { current, says, standings, finished } = setUp();
    current.ask('g1', asked);
    says('c1', 'answered', 'A');
    current.finish('g1');
    current.finish('g1');
    expect(finished).toEqual(['p1']);
    expect(current.get('g1')?.finishedAt).toBe(1_000);
    says('c2', 'late', 'B');
    expect(standings()).toEqual(['Ada answered A', 'Bo late B']);
  });

  test('tells who has left, and who came back', () => {
    const { current, standings } = setUp();
    current.ask('g1', asked);
    const seen = new Set(['c1', 'c2']);
    current.notePresence('g1', { seen, here: new Set(['c1']) });
    expect(standings()).toEqual(['Ada waiting', 'Bo waiting left']);
    current.notePresence('g1', { seen, here: seen });
    expect(standings()).toEqual(['Ada waiting', 'Bo waiting']);
  });

  test('is not waited for any more when it is closed, and leaves nothing behind', () => {
    const { current, forgotten, stored, says } = setUp();
    current.ask('g1', asked);
    vi.advanceTimersByTime(250);
    expect(Object.keys(stored())).toEqual(['g1']);
    current.close('g1');
    expect(forgotten).toEqual(['a1']);
    expect(stored()).toEqual({});
    says('c1', 'answered', 'A');
    expect(current.get('g1')).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('says that it never left', () => {
    const { current, apply } = setUp();
    current.ask('g1', asked);
    expect(current.get('g1')?.delivery).toBe('queued');
    apply([], 'expired');
    expect(current.get('g1')?.delivery).toBe('expired');
  });
});

describe('after a reload', () => {
  function leave() {
    const page = setUp();
    page.current.ask('g1', asked);
    page.says('c1', 'answered', 'A');
    return page;
  }

  test('the same question goes on, with the answers that had come and those that come', () => {
    const before = leave();
    before.current.storeNow();
    const { current, resumed, says, standings } = setUp(before.stored());
    expect(standings()).toEqual(['Ada answered A', 'Bo waiting']);
    expect(resumed).toEqual([
      [{ id: 'a1', action: 'poll', parameters: { id: 'p1' }, audience, askedAt: 1_000 }, true],
    ]);
    says('c1', 'shown');
    says('c2', 'answered', 'B');
    says('c1', 'changed', 'B');
    expect(standings()).toEqual(['Ada changed B', 'Bo answered B']);
    current.finish('g1');
    expect(current.get('g1')?.id).toBe('p1');
  });

  test('a finished one shows its results, and is not asked again', () => {
    const before = leave();
    before.current.finish('g1');
    before.current.storeNow();
    const { current, resumed, standings } = setUp(before.stored());
    expect(standings()).toEqual(['Ada answered A', 'Bo waiting']);
    expect(current.get('g1')?.finishedAt).toBe(1_000);
    expect(resumed).toEqual([]);
  });

  test('what had not been sent is sent still, or expires', () => {
    const before = setUp();
    before.current.ask('g1', asked);
    before.current.storeNow();
    const { current, resumed } = setUp(before.stored());
    expect(current.get('g1')?.delivery).toBe('queued');
    expect(resumed[0]?.[1]).toBe(false);
  });

  test('answers are kept shortly after they come, and nothing is written before anybody looked', () => {
    const page = setUp({ other: {} as StoredPoll });
    page.current.storeNow();
    expect(page.stored()).toEqual({ other: {} });
    const { stored } = leave();
    vi.advanceTimersByTime(250);
    expect(stored().g1?.respondents[0]?.answer).toBe('A');
  });
});

describe('the question of the class', () => {
  const told = (change: object = {}) => ({
    id: 'p9',
    question,
    askedAt: 5_000,
    finishedAt: undefined,
    by: 'Ms X',
    respondents: [
      { clientId: 'c1', name: 'Ada', answer: 'A', 'feedback-type': 'answered' as const },
      { clientId: 'c2', name: 'Bo' },
    ],
    ...change,
  });

  test('that another tab or a colleague asks is seen here with its answers, and can be finished and closed', () => {
    const { current, standings, finished, closed } = setUp();
    current.updateClass('g1', told());
    expect(current.get('g1')).toMatchObject({ id: 'p9', by: 'Ms X', askedAt: 5_000, finishedAt: undefined });
    expect(standings()).toEqual(['Ada answered A', 'Bo waiting']);
    current.ask('g1', { ...asked, groupId: 'g1' });
    expect(current.get('g1')?.id).toBe('p9');
    current.updateClass(
      'g1',
      told({ respondents: [{ clientId: 'c3', answer: 'B' }, ...told().respondents] }),
    );
    expect(standings()).toEqual(['Ada answered A', 'Another device answered B', 'Bo waiting']);
    current.finish('g1');
    expect(finished).toEqual(['p9']);
    current.close('g1');
    expect(closed).toEqual(['p9 g1']);
    // What the class is told lags behind.
    current.updateClass('g1', told());
    expect(current.get('g1')).toBeUndefined();
  });

  test('that was asked here is finished and closed by others, and keeps the answers that came here', () => {
    const { current, says, standings, forgotten } = setUp();
    current.ask('g1', { ...asked, groupId: 'g1' });
    current.updateClass('g1', undefined);
    expect(current.get('g1')?.id).toBe('p1');
    says('c1', 'changed', 'B');
    current.updateClass('g1', told({ id: 'p1' }));
    expect(standings()).toEqual(['Ada changed B', 'Bo waiting']);
    current.updateClass('g1', told({ id: 'p1', finishedAt: 9_000 }));
    expect(current.get('g1')?.finishedAt).toBe(9_000);
    current.updateClass('g1', undefined);
    expect(current.get('g1')).toBeUndefined();
    expect(forgotten).toEqual(['a1']);
  });

  test('takes the place of one that a colleague’s has replaced', () => {
    const { current } = setUp();
    current.updateClass('g1', told());
    current.updateClass('g1', told({ id: 'p10', by: 'Mr Y' }));
    expect(current.get('g1')).toMatchObject({ id: 'p10', by: 'Mr Y' });
  });

  test('is not kept by a tab that has not asked it', () => {
    const { current, stored } = setUp();
    current.updateClass('g1', told());
    current.storeNow();
    expect(stored()).toEqual({});
  });
});
