import { describe, expect, it } from 'vitest';
import { createFixture } from '../fakes/device-fixture.ts';

const CHOICE = { id: 'q1', question: 'Which?', answers: ['Red', 'Green', 'Blue'] };

async function asked(parameters: object = CHOICE) {
  const fixture = createFixture();
  await fixture.goOnline();
  await fixture.act('poll', parameters, { id: 'ask' });
  return fixture;
}

describe('a poll on a device', () => {
  it('is shown, answered, and answered anew', async () => {
    const { device, replies } = await asked();
    expect(device.state().poll).toMatchObject({ ...CHOICE, tutorId: 'anna', multiselect: false });
    expect(device.answerPoll('b')).toBe(true);
    expect(device.state().poll?.answer).toBe('B');
    expect(device.answerPoll('B')).toBe(true);
    expect(device.answerPoll('C')).toBe(true);
    expect(replies()).toEqual([
      { id: 'ask', action: 'poll', ok: true, 'feedback-type': 'shown' },
      { id: 'ask', action: 'poll', ok: true, 'feedback-type': 'answered', answer: 'B' },
      { id: 'ask', action: 'poll', ok: true, 'feedback-type': 'changed', answer: 'C' },
    ]);
  });

  it.each([
    ['D', false],
    ['A,B', false],
    ['', false],
    ['Red', false],
    ['c', true],
  ])('takes a letter of the question only: %j', async (answer, taken) => {
    const { device } = await asked();
    expect(device.answerPoll(answer)).toBe(taken);
  });

  it('takes several letters, in order, where the question allows it', async () => {
    const { device } = await asked({ ...CHOICE, multiselect: true });
    device.answerPoll('C, a,C');
    expect(device.state().poll?.answer).toBe('A,C');
  });

  it('takes words for a short answer', async () => {
    const { device, replies } = await asked({ id: 'q2', question: 'Why?' });
    expect(device.answerPoll('  ')).toBe(false);
    device.answerPoll(' Because ');
    expect(replies().at(-1)).toMatchObject({ answer: 'Because', 'feedback-type': 'answered' });
  });

  it('goes from the screen when its tutor finishes it; an answer on its way counts as late', async () => {
    const { act, device, replies, clock } = await asked();
    await act('poll', { id: 'q1', finish: true }, { tutor: 'ben' });
    expect(device.state().poll).toBeDefined();
    await act('poll', { id: 'q1', finish: true }, { id: 'end' });
    expect(device.state().poll).toBeUndefined();
    expect(device.answerPoll('A')).toBe(true);
    expect(replies().slice(-2)).toMatchObject([
      { id: 'end', ok: true },
      { id: 'ask', answer: 'A', 'feedback-type': 'late' },
    ]);
    await clock.advance(30_001);
    expect(device.answerPoll('B')).toBe(false);
  });

  it('gives way to the next question', async () => {
    const { act, device, replies } = await asked();
    await act('poll', { ...CHOICE, id: 'q2' }, { id: 'next', tutor: 'ben' });
    expect(replies()).toMatchObject([
      { id: 'ask', 'feedback-type': 'shown' },
      { id: 'ask', 'feedback-type': 'dismissed' },
      { id: 'next', 'feedback-type': 'shown' },
    ]);
    expect(device.state().poll).toMatchObject({ id: 'q2', tutorId: 'ben' });
  });

  it('keeps its answer when it is asked again by another message', async () => {
    const { act, device, replies } = await asked();
    device.answerPoll('A');
    await act('poll', CHOICE, { id: 'again' });
    expect(replies().at(-1)).toMatchObject({ id: 'again', answer: 'A', 'feedback-type': 'answered' });
  });

  it('is put away by the student', async () => {
    const { device, replies } = await asked();
    expect(device.dismissPoll()).toBe(true);
    expect(device.state().poll).toBeUndefined();
    expect(replies().at(-1)).toMatchObject({ id: 'ask', 'feedback-type': 'dismissed' });
    expect(device.dismissPoll()).toBe(false);
    expect(device.answerPoll('A')).toBe(false);
  });
});

describe('the question for a name', () => {
  it('stays until the student gives one, which every asker hears and info says', async () => {
    const { goOnline, act, demand, device, replies, sent } = createFixture();
    await goOnline();
    await demand('info', { frequency: 0 });
    await demand('statuses', { frequency: 0 });
    const before = JSON.parse(String(sent('/info').at(-1)?.payload)).user.name;
    expect(device.giveName('Mia')).toBe(false);
    await act('requestName', {}, { id: 'r1', tutor: 'anna' });
    await act('requestName', {}, { id: 'r2', tutor: 'ben' });
    expect(JSON.parse(String(sent('/statuses').at(-1)?.payload))).toMatchObject({ nameModal: true });
    expect(device.giveName(' ')).toBe(false);
    expect(device.giveName(' Mia ')).toBe(true);
    expect(device.giveName('Mo')).toBe(false);
    expect(replies().slice(-2)).toEqual([
      { id: 'r1', action: 'requestName', ok: true, name: 'Mia' },
      { id: 'r2', action: 'requestName', ok: true, name: 'Mia' },
    ]);
    expect(JSON.parse(String(sent('/statuses').at(-1)?.payload))).toMatchObject({ nameModal: false });
    expect(JSON.parse(String(sent('/info').at(-1)?.payload))).toMatchObject({
      user: { name: 'Mia', signedInAs: before },
    });
    await act('setAlias', { alias: 'Window seat' }, { id: 'a1' });
    await act('setAlias', { alias: '' }, { id: 'a2' });
    const { alias, user } = JSON.parse(String(sent('/info').at(-1)?.payload));
    expect([alias, user.name]).toEqual([undefined, before]);
  });
});

describe('the question for full screen', () => {
  const statuses = (fixture: ReturnType<typeof createFixture>) =>
    JSON.parse(String(fixture.sent('/statuses').at(-1)?.payload)).fullScreen;
  async function requested() {
    const fixture = createFixture({ type: 'extension' });
    await fixture.goOnline();
    await fixture.demand('statuses', { frequency: 0 });
    await fixture.act('fullScreen', {}, { id: 'f' });
    return fixture;
  }

  it('is requested, granted, and ended by the tutor', async () => {
    const fixture = await requested();
    const { act, device, replies } = fixture;
    expect(statuses(fixture)).toBe('requested');
    expect(device.decideFullScreen(true)).toBe(true);
    expect(statuses(fixture)).toBe('FULL');
    await act('fullScreen', {}, { id: 'f2' });
    expect(replies()).toMatchObject([
      { id: 'f', ok: true, fullScreen: 'requested' },
      { id: 'f', ok: true, fullScreen: 'FULL' },
      { id: 'f2', ok: true, fullScreen: 'FULL' },
    ]);
    await act('fullScreen', { enabled: false });
    expect(statuses(fixture)).toBeUndefined();
    expect(device.decideFullScreen(true)).toBe(false);
  });

  it('is cancelled by the student, and can be asked again', async () => {
    const fixture = await requested();
    const { act, device, replies } = fixture;
    expect(device.decideFullScreen(false)).toBe(true);
    expect(statuses(fixture)).toBe('cancelled');
    expect(replies().at(-1)).toMatchObject({ id: 'f', ok: false, code: 'cancelled' });
    await act('fullScreen');
    expect(statuses(fixture)).toBe('requested');
  });

  it('is no news any more 30 s after it was cancelled, unless it was asked again', async () => {
    const fixture = await requested();
    fixture.device.decideFullScreen(false);
    await fixture.clock.advance(29_000);
    expect(statuses(fixture)).toBe('cancelled');
    await fixture.clock.advance(1_000);
    expect(statuses(fixture)).toBeUndefined();
    await fixture.act('fullScreen', {}, { id: 'f3' });
    fixture.device.decideFullScreen(false);
    await fixture.clock.advance(20_000);
    await fixture.act('fullScreen', {}, { id: 'f4' });
    await fixture.clock.advance(40_000);
    expect(statuses(fixture)).toBe('requested');
  });

  it('may be taken back by the student', async () => {
    const fixture = await requested();
    fixture.device.decideFullScreen(true);
    expect(fixture.device.decideFullScreen(false)).toBe(true);
    expect(statuses(fixture)).toBe('cancelled');
  });
});
