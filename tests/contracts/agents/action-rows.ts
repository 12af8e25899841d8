/** Actions on the screen, the sound and the inputs, seen at the device and in its reports. */
import assert from 'node:assert/strict';
import type { AgentRow } from './agent-row.ts';
import { eventually, isFalse, isMissing, isTrue } from './eventually.ts';

export const actionRows: readonly AgentRow[] = [
  {
    name: 'an agent locks its screen with the text of the tutor, reports it, and unlocks it',
    needs: ['lock', 'unlock'],
    async run(tutor, { view }) {
      await tutor.demand('statuses');
      const reply = await tutor.ask('lock', { content: '<p>Eyes to the <strong>front</strong></p>' });
      assert.equal(reply.ok, true);
      await eventually('the lock', view.lock, (lock) => lock !== undefined && 'text' in lock);
      assert.deepEqual(await view.lock(), { text: 'Eyes to the front' });
      await tutor.record('statuses', ({ lockSources }) => lockSources?.action === true);
      assert.equal((await tutor.ask('unlock')).ok, true);
      await eventually('the unlocked screen', view.lock, isMissing);
      await tutor.record('statuses', ({ lockSources }) => lockSources?.action === false);
    },
  },
  {
    name: 'an agent locks its screen to the page of the tutor',
    needs: ['lock'],
    async run(tutor, { view }) {
      const url = 'http://127.0.0.1:9/exam';
      assert.equal((await tutor.ask('lock', { url })).ok, true);
      await eventually('the lock', view.lock, (lock) => JSON.stringify(lock) === JSON.stringify({ url }));
    },
  },
  {
    name: 'an agent locks its screen to the open tab',
    needs: ['lock-current-tab'],
    async run(tutor, { view }) {
      assert.equal((await tutor.ask('lock', { currentTab: true })).ok, true);
      await eventually('the lock', view.lock, (lock) => lock !== undefined && 'currentTab' in lock);
    },
  },
  {
    name: 'an agent turns its sound off and on',
    needs: ['mute', 'unmute'],
    async run(tutor, { view }) {
      await tutor.demand('statuses');
      assert.equal((await tutor.ask('mute')).ok, true);
      await eventually('the sound is off', view.isMuted, isTrue);
      await tutor.record('statuses', ({ muteSources }) => muteSources?.action === true);
      assert.equal((await tutor.ask('unmute')).ok, true);
      await eventually('the sound is on', view.isMuted, isFalse);
    },
  },
  {
    name: 'an agent blocks keyboard and pointer and frees them',
    needs: ['userInputs'],
    async run(tutor, { view }) {
      await tutor.demand('statuses');
      assert.equal((await tutor.ask('userInputs', { block: true })).ok, true);
      await eventually('the inputs are blocked', view.areInputsBlocked, isTrue);
      await tutor.record('statuses', ({ inputsBlocked }) => inputsBlocked === true);
      assert.equal((await tutor.ask('userInputs', { block: false })).ok, true);
      await eventually('the inputs are free', view.areInputsBlocked, isFalse);
    },
  },
  {
    name: 'an agent shows the notification of a tutor',
    needs: ['notification'],
    async run(tutor, { view }) {
      assert.equal((await tutor.ask('notification', { title: 'Ten minutes', message: 'Save now' })).ok, true);
      const isShown = (texts: readonly string[]) =>
        texts.some((text) => text.includes('Ten minutes') && text.includes('Save now'));
      await eventually('the notification', view.notifications, isShown);
    },
  },
  {
    name: 'an agent takes the name that a tutor gives it, and returns to its own',
    needs: ['setAlias'],
    async run(tutor) {
      await tutor.demand('info');
      await tutor.ask('setAlias', { alias: 'Window seat' });
      await tutor.record('info', ({ alias }) => alias === 'Window seat');
      await tutor.ask('setAlias', { alias: '' });
      await tutor.record('info', ({ alias }) => alias === undefined);
    },
  },
  {
    name: 'an agent answers a ping with its clock',
    needs: ['ping'],
    async run(tutor) {
      const { ok, at } = await tutor.ask('ping');
      assert.equal(ok, true);
      assert.ok(Math.abs((at ?? 0) - Date.now()) < 60_000, `${at}`);
    },
  },
];
