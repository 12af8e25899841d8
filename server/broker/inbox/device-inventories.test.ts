import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyedWork } from '#base/keyed-work.ts';
import { createDeviceInventories, type SentInventory } from './device-inventories.ts';
import type { InboxMessage, InboxReader } from './platform-inbox.ts';

describe('inventories of devices', () => {
  let stored: SentInventory[];
  let dropped: string[];
  let at: number;
  let read: InboxReader;
  let settled: () => Promise<void>;
  /** How many are being written now; each waits for the gate. */
  let writing: number;
  let most: number;
  let gate: Promise<void>;
  beforeEach(() => {
    stored = [];
    dropped = [];
    at = 1_000_000;
    writing = 0;
    most = 0;
    gate = Promise.resolve();
    const work = createKeyedWork((error) => dropped.push(String(error)));
    settled = work.settled;
    read = createDeviceInventories({
      async store(sent) {
        if (sent.clientId === 'gone') return false;
        writing += 1;
        most = Math.max(most, writing);
        await gate;
        writing -= 1;
        stored.push(sent);
        return true;
      },
      work,
      drop: (reason) => dropped.push(reason),
      now: () => at,
    });
  });

  const device = (clientId: string, more: object = {}, groups: string[] = []) =>
    ({
      claims: { kind: 'device', sub: clientId, clientId, userId: `u-${clientId}`, authType: 'user', ...more },
      access: { ownGroups: () => groups },
    }) as unknown as InboxMessage['from'];
  let site = 'one';
  const say = (topic: string, message: unknown, from = {} as InboxMessage['from']) =>
    read({
      scope: { tenant: 'acme', site },
      rest: topic.split('/'),
      payload: Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)),
      properties: undefined,
      from,
    });
  const ask = (topic = 'tina/v1/users/u-pc/clients/pc/actions', id = 'a', action = 'updateDeviceInventory') =>
    say(topic, { id, action, parameters: {}, timeSent: 1 });
  const RESULTS = { inventoryResults: { type: 'windowsAgent' }, softwareResults: { software: [] } };
  const reply = (more: object = {}, from = device('pc'), tutor = 'tina') =>
    say(
      `${tutor}/v1/backchannel/${from.claims.clientId}/reply`,
      { id: 'a', action: 'updateDeviceInventory', ok: true, ...RESULTS, ...more },
      from,
    );

  it('a tutor who asks again and again forgets questions of their own, and of nobody else', async () => {
    ask('theo/v1/users/u-pc/clients/pc/actions', 'other');
    for (let count = 0; count < 1_200; count += 1) ask(undefined, `q-${count}`);
    reply({ id: 'q-1179' });
    expect(dropped).toEqual(['inventory:unasked']);
    reply({ id: 'q-1180' });
    reply({ id: 'other' }, device('pc'), 'theo');
    await settled();
    expect(dropped).toEqual(['inventory:unasked']);
    expect(stored).toHaveLength(2);
  });

  it.each([
    ['a client', 'tina/v1/users/u-pc/clients/pc/actions'],
    ['a person', 'tina/v1/users/u-pc/actions'],
    ['a group of theirs', 'tina/v1/groups/maths/actions'],
  ])('an answer is kept where %s was asked, once for each question', async (_, topic) => {
    ask(topic);
    reply({}, device('pc', {}, ['maths']));
    reply({}, device('pc', {}, ['maths']));
    await settled();
    expect(stored).toEqual([{ tenant: 'acme', site: 'one', clientId: 'pc', answer: RESULTS }]);
    expect(dropped).toEqual(['inventory:unasked']);
    ask(topic, 'b');
    reply({ id: 'b' }, device('pc', {}, ['maths']));
    await settled();
    expect(stored).toHaveLength(2);
  });

  it('nothing is kept that was not asked: of another device, tutor, question, kind of client or time', async () => {
    reply();
    ask();
    reply({}, device('other'));
    reply({}, device('pc'), 'tom');
    reply({ id: 'b' });
    reply({}, device('pc', { kind: 'tutor' }));
    reply({}, device('other', {}, ['maths']));
    at += 121_000;
    reply();
    await settled();
    expect(stored).toEqual([]);
    expect(new Set(dropped)).toEqual(new Set(['inventory:unasked']));
  });

  it('what a device could not do is no answer, and an answer is in form', async () => {
    ask();
    reply({ ok: false, code: 'unsupported' });
    reply({ inventoryResults: { system: 'a PC' } });
    say('tina/v1/backchannel/pc/reply', 'updateDeviceInventory {', device('pc'));
    await settled();
    expect(stored).toEqual([]);
    expect(dropped).toEqual(['inventory:schema', 'inventory:json']);
    // The question is still open: the device may answer it in form.
    reply();
    await settled();
    expect(stored).toHaveLength(1);
  });

  it('keeps what is known of a machine: numbers as text, long texts cut, long lists cut, the rest left out', async () => {
    ask();
    const software = Array.from({ length: 2_100 }, (_, n) => ({ name: `P${n}`, size: 7 }));
    reply({
      inventoryResults: { system: [{ physical_memory: 8, secret: 'x' }, { uuid: 'second' }], battery: [] },
      softwareResults: { software, drivers: [{ description: `${'d'.repeat(299)}😀`, class: null }] },
    });
    await settled();
    const [kept] = stored;
    expect(kept?.answer.inventoryResults).toEqual({ system: [{ physical_memory: '8' }] });
    expect(kept?.answer.softwareResults.software).toHaveLength(2_000);
    expect(kept?.answer.softwareResults.software?.[1]).toEqual({ name: 'P1' });
    expect(kept?.answer.softwareResults.drivers).toEqual([{ description: 'd'.repeat(299), class: '' }]);
  });

  it('are written one after the other for each site; of what waits there is an end, and each site has its own', async () => {
    let open = () => {};
    gate = new Promise((resolve) => (open = resolve));
    const long = 'p'.repeat(300);
    const software = Array.from({ length: 260 }, () => ({ name: long, publisher: long, version: long }));
    const answerOf = (of: string, clientId: string) => {
      site = of;
      ask(`tina/v1/users/u-${clientId}/clients/${clientId}/actions`);
      reply({ softwareResults: { software } }, device(clientId));
      site = 'one';
    };
    for (let n = 0; n < 350; n++) answerOf('one', `pc-${n}`);
    const ofFlooded = 350 - dropped.filter((reason) => reason === 'inventory:too-many').length;
    expect(ofFlooded).toBeGreaterThan(250);
    expect(ofFlooded).toBeLessThan(320);
    answerOf('two', 'pc-0');
    await vi.waitFor(() => expect(writing).toBe(2));
    open();
    await settled();
    expect(most).toBe(2);
    expect(stored).toHaveLength(ofFlooded + 1);
    // There is room again.
    answerOf('one', 'pc-new');
    await settled();
    expect(stored).toHaveLength(ofFlooded + 2);
  });

  it('a client whose device is not in the directory is counted', async () => {
    ask('tina/v1/users/u-gone/clients/gone/actions');
    reply({}, device('gone'));
    await settled();
    expect(dropped).toEqual(['inventory:unknown']);
  });
});
