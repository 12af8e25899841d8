import { describe, expect, test } from 'vitest';
import { setUpTabMailbox } from '../fakes/tab-mailbox-fixture.ts';

describe('actions', () => {
  test('do not wait for their turn: a person does', async () => {
    const { clock, mailbox, batches } = setUpTabMailbox();
    mailbox.change('w1', { clientId: 'a' });
    await clock.advance(0);
    mailbox.acknowledge(1);
    mailbox.change('w1', { clientId: 'b' });
    await clock.advance(5);
    const delivery = { name: 'sent', expiresAt: 9 } as const;
    mailbox.action({ id: 'a1', delivery, answers: [{ clientId: 'c1', state: 'confirmed' }], ended: true });
    await clock.advance(10);
    expect(batches).toHaveLength(1);
    await clock.advance(1);
    // What waited goes with them.
    expect(batches[1]).toMatchObject({
      actions: [{ id: 'a1' }],
      watches: [{ changes: [{ clientId: 'b' }] }],
    });
    await clock.advance(500);
    expect(batches).toHaveLength(2);
  });

  test('three hundred answers within 90 ms are two batches, and the last answer waits for nothing', async () => {
    const { clock, mailbox, batches } = setUpTabMailbox();
    const delivery = { name: 'sent', expiresAt: 9 } as const;
    for (let answered = 1; answered <= 300; answered += 1) {
      const answers = [{ clientId: `c${answered}`, state: 'confirmed' }] as const;
      mailbox.action({ id: 'a1', delivery, answers, ended: answered === 300 });
      if (answered === 1) await clock.advance(0);
      if (answered % 100 === 0) await clock.advance(30);
    }
    expect(batches.map(({ actions }) => actions?.[0]?.answers.length)).toEqual([1, 299]);
  });

  const expiresAt = 1;
  const bytes = new Uint8Array([1, 2, 3]);
  const pictures = [{ display: 'd1', contentType: 'image/jpeg', bytes }];

  test('wait as their newest state, with everybody whose answer has changed', async () => {
    const { clock, mailbox, batches } = setUpTabMailbox();
    mailbox.connection({ name: 'connecting', attempt: 1 });
    await clock.advance(0);
    const queued = { name: 'queued', expiresAt } as const;
    const sent = { name: 'sent', expiresAt } as const;
    mailbox.action({
      id: 'a1',
      delivery: queued,
      answers: [{ clientId: 'c1', state: 'waiting' }],
      ended: false,
    });
    mailbox.action({ id: 'a2', delivery: queued, answers: [], ended: false });
    mailbox.action({
      id: 'a1',
      delivery: sent,
      answers: [
        { clientId: 'c1', state: 'confirmed' },
        { clientId: 'c2', state: 'waiting' },
      ],
      ended: false,
    });
    mailbox.action({ id: 'a1', delivery: sent, answers: [{ clientId: 'c2', state: 'silent' }], ended: true });
    await clock.advance(100);
    expect(batches[1]?.actions).toEqual([
      {
        id: 'a1',
        delivery: sent,
        answers: [
          { clientId: 'c1', state: 'confirmed' },
          { clientId: 'c2', state: 'silent' },
        ],
        ended: true,
      },
      { id: 'a2', delivery: queued, answers: [], ended: false },
    ]);
    await clock.advance(1_000);
    expect(batches).toHaveLength(2);
  });

  test('bring pictures as copies that are handed over, the own bytes stay', async () => {
    const { clock, mailbox, batches, transferred } = setUpTabMailbox();
    mailbox.action({
      id: 'a1',
      delivery: { name: 'sent', expiresAt },
      answers: [{ clientId: 'c1', state: 'confirmed', pictures }],
      ended: true,
    });
    await clock.advance(0);
    const [copy] = batches[0]?.actions?.[0]?.answers[0]?.pictures ?? [];
    expect(copy).toEqual(pictures[0]);
    expect(copy?.bytes.buffer).not.toBe(bytes.buffer);
    expect(transferred).toEqual([1]);
  });

  test('are forgotten with their tab', async () => {
    const { clock, mailbox, batches } = setUpTabMailbox();
    mailbox.action({ id: 'a1', delivery: { name: 'sent', expiresAt }, answers: [], ended: true });
    mailbox.close();
    await clock.advance(1_000);
    expect(batches).toEqual([]);
  });
});
