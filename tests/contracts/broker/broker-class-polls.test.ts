/** A question to a group is asked of the whole class, and every tutor sees the same answers until it ends. */
import { describe, expect, it, vi } from 'vitest';
import { tutorClaims } from './broker-claims.ts';
import { claimsUntil, classForEachTest, idsIn, listIn, START } from './broker-class.ts';
import { pingOf, type Received } from './broker-client.ts';

const at = classForEachTest();
const { device, tutor, passing } = at;

describe('a question to the class', () => {
  const QUESTION = { id: 'p1', question: 'Ready?', answers: ['Yes', 'No'] };
  type Result = {
    poll: { finishedAt?: number; respondents: { clientId: string; name?: string; answer?: string }[] };
  };
  const pollIn = (message: Received) => (listIn(message)[0] as unknown as Result | undefined)?.poll;
  /** The results as soon as they are like that. */
  async function resultsLike(
    tutorOf: Awaited<ReturnType<typeof tutor>>,
    isLike: (poll: Result['poll']) => boolean,
  ) {
    for (;;) {
      const poll = pollIn(await tutorOf.next());
      if (poll && isLike(poll)) return poll;
    }
  }
  const answers = (
    client: Awaited<ReturnType<typeof device>>['client'],
    clientId: string,
    answer: string,
    id = 'a1',
  ) =>
    client.publishAsync(
      `acme/one/tutors/tina/v1/backchannel/${clientId}/reply`,
      JSON.stringify({ id, action: 'poll', ok: true, answer, 'feedback-type': 'answered' }),
      { qos: 1 },
    );

  it('shows every tutor the same answers, of those who were asked and of who came later', async () => {
    const tina = await tutor('tina');
    const pc = await device('pc');
    await tina.toGroup('a1', 'poll', QUESTION);
    await answers(pc.client, 'pc', 'A');
    const late = await device('late');
    expect(idsIn(await late.next())).toEqual(['a1']);
    await answers(late.client, 'late', 'B');
    await answers(late.client, 'late', 'X', 'another');
    const tom = await tutor('tom');
    await tom.looks();
    const { respondents } = await resultsLike(tom, ({ respondents: all }) => all.every(({ name }) => name));
    expect(respondents).toEqual([
      { clientId: 'pc', name: 'Name of pc', 'feedback-type': 'answered', answer: 'A' },
      { clientId: 'late', name: 'Name of late', 'feedback-type': 'answered', answer: 'B' },
    ]);
    await pc.client.endAsync();
    const again = await (await device('pc')).next();
    expect(listIn(again)).toMatchObject([{ id: 'a1', answer: 'A', parameters: QUESTION }]);
  });

  it('is finished and closed by a colleague; until then the results stay, also over a restart', async () => {
    const tina = await tutor('tina');
    const pc = await device('pc');
    await pc.next();
    await tina.toGroup('a1', 'poll', QUESTION);
    expect(idsIn(await pc.next())).toEqual(['a1']);
    await answers(pc.client, 'pc', 'A');
    const tom = await tutor('tom');
    await tom.looks();
    await resultsLike(tom, ({ respondents }) => respondents[0]?.answer === 'A');
    await tom.toGroup('f1', 'poll', { id: 'p1', finish: true });
    const finished = await resultsLike(tom, ({ finishedAt }) => finishedAt === START);
    expect(finished.respondents).toMatchObject([{ clientId: 'pc', answer: 'A' }]);
    expect(idsIn(await pc.next())).toEqual([]);
    await vi.waitFor(() => expect(at.shelf.rows.get('maths/poll')?.poll?.finishedAt).toBe(START));
    await at.harness.stop();
    await at.start();
    const back = await tutor('tina');
    await back.looks();
    await resultsLike(back, ({ finishedAt }) => finishedAt === START);
    await back.toGroup('c1', 'poll', { id: 'p1', finish: true, closed: true });
    expect(idsIn(await back.next())).toEqual([]);
    await back.toGroup('a1', 'poll', QUESTION);
    await pingOf(back.client);
    expect(idsIn(await (await device('late')).next())).toEqual([]);
  });

  it('to some of the class is asked of nobody else, and is kept only for a group that is the tutor’s', async () => {
    const tina = await tutor('tina');
    const pc = await device('pc');
    await pc.next();
    await tina.toPc('a0', 'poll', { ...QUESTION, groupId: 'chess', clients: ['pc', 'other'] });
    await tina.toPc('a1', 'poll', { ...QUESTION, groupId: 'maths', clients: ['pc'] });
    expect(idsIn(await pc.next())).toEqual(['a1']);
    const late = await device('late');
    expect(idsIn(await late.next())).toEqual([]);
    expect(idsIn(await (await device('other')).next())).toEqual([]);
    await answers(late.client, 'late', 'B');
    await tina.looks();
    const poll = pollIn(await tina.next());
    expect(poll?.respondents.map(({ clientId }) => clientId)).toEqual(['pc']);
  });

  it('ends when its tutor says goodbye, but not with one of two browsers', async () => {
    const tina = await tutor('tina');
    const { client: second } = await at.harness.connect(tutorClaims('tina', claimsUntil), {
      instance: 'second',
    });
    const pc = await device('pc');
    await pc.next();
    await tina.toGroup('a1', 'poll', QUESTION);
    expect(idsIn(await pc.next())).toEqual(['a1']);
    const goodbye = 'acme/one/lastwill/tutors/tina';
    await second.publishAsync(goodbye, '{}', { qos: 1 });
    await second.endAsync();
    await vi.waitFor(() => expect(at.harness.broker.connections()).toHaveLength(2));
    const tom = await tutor('tom');
    await tom.looks();
    expect(pollIn(await tom.next())?.finishedAt).toBeUndefined();
    await tina.client.publishAsync(goodbye, '{}', { qos: 1 });
    expect(idsIn(await pc.next())).toEqual([]);
    await resultsLike(tom, ({ finishedAt }) => finishedAt === START);
  });

  it('ends two minutes after its tutor was lost, whoever looks on', async () => {
    const tina = await tutor('tina');
    const tom = await tutor('tom');
    await tom.looks();
    const pc = await device('pc');
    await pc.next();
    await tina.toGroup('a1', 'poll', QUESTION);
    expect(idsIn(await pc.next())).toEqual(['a1']);
    await tina.client.endAsync();
    await vi.waitFor(() => expect(at.harness.broker.connections()).toHaveLength(2));
    await passing(async () => expect(idsIn(await pc.next())).toEqual([]));
    expect(at.now - START).toBeLessThan(10 * 60_000);
  });
});
