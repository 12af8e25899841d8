/** The order of messages: repeated, overtaken, expired, wrong and unknown ones. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AgentRow } from './agent-row.ts';
import { eventually, isMissing, isTrue } from './eventually.ts';

const RECONNECT_MS = 20_000;

export const orderRows: readonly AgentRow[] = [
  {
    name: 'an agent does a repeated action once and answers it each time',
    needs: ['setAlias'],
    async run(tutor) {
      await tutor.demand('info');
      const id = randomUUID();
      await tutor.act('setAlias', { alias: 'First' }, { id });
      await tutor.record('info', ({ alias }) => alias === 'First');
      await tutor.ask('setAlias', { alias: 'Second' });
      await tutor.act('setAlias', { alias: 'First' }, { id });
      await eventually(
        'two replies',
        () => tutor.replies(id).length,
        (count) => count === 2,
      );
      assert.equal((await tutor.record('info')).alias, 'Second');
    },
  },
  {
    name: 'an agent does not lock for a lock that an unlock has overtaken',
    needs: ['lock', 'unlock'],
    async run(tutor, { view }) {
      const timeSent = Date.now();
      await tutor.ask('unlock', {}, { timeSent });
      const late = await tutor.ask('lock', {}, { timeSent: timeSent - 1_000 });
      assert.deepEqual([late.ok, late.code], [false, 'superseded']);
      assert.equal(await view.lock(), undefined);
    },
  },
  {
    name: 'an agent holds an order of its class, and ends it with the class',
    needs: ['lock', 'unlock'],
    async run(tutor, { view }) {
      await tutor.act('lock', { content: '<p>All of you</p>' }, { to: 'group' });
      await eventually('the lock', view.lock, (lock) => lock !== undefined);
      await tutor.act('unlock', {}, { to: 'group' });
      await eventually('the unlocked screen', view.lock, isMissing);
    },
  },
  {
    name: 'an agent does what its class was told while its network was away',
    needs: ['lock', 'unlock'],
    async run({ act, network }, { view }) {
      await network.cut();
      await act('lock', { content: '<p>All of you</p>' }, { to: 'group' });
      await network.restore();
      await eventually('the lock', view.lock, (lock) => lock !== undefined, RECONNECT_MS);
      await network.cut();
      await act('unlock', {}, { to: 'group' });
      await network.restore();
      await eventually('the unlocked screen', view.lock, isMissing, RECONNECT_MS);
    },
  },
  {
    name: 'an agent greets its class after its network was away, and holds its policies meanwhile',
    needs: ['MuteDefinition'],
    async run(tutor, { view }) {
      await tutor.applyPolicy([{ definition: 'MuteDefinition' }]);
      await eventually('the sound is off', view.isMuted, isTrue);
      const before = tutor.records('hello').length;
      await tutor.network.cut();
      assert.equal(await view.isMuted(), true);
      await tutor.network.restore();
      const greeted = () => tutor.records('hello').length > before;
      await eventually('the greeting', greeted, isTrue, RECONNECT_MS);
      assert.equal(await view.isMuted(), true);
    },
  },
  {
    name: 'an agent whose program has ended under a lock is locked again, and unlocked once',
    needs: ['restart', 'lock', 'unlock'],
    async run(tutor, { view, restart }) {
      await tutor.ask('lock', { content: '<p>Stay here</p>' });
      await eventually('the lock', view.lock, (lock) => lock !== undefined);
      tutor.forget();
      await restart();
      const isBack = () => tutor.records('info').length > 0;
      await eventually('the agent is back', isBack, isTrue, RECONNECT_MS);
      await eventually('the lock again', view.lock, (lock) => lock !== undefined);
      await tutor.ask('unlock');
      await eventually('the unlocked screen', view.lock, isMissing);
    },
  },
  {
    name: 'an agent refuses wrong parameters, and does not know an action of the future',
    needs: [],
    async run(tutor) {
      const wrong = await tutor.ask('setAlias', { alias: 7 });
      assert.deepEqual([wrong.ok, wrong.code], [false, 'invalid']);
      const unknown = await tutor.reply(await tutor.act('somethingNew', {}));
      assert.deepEqual([unknown.ok, unknown.code], [false, 'unsupported']);
    },
  },
];
