/** The computer below the screen: files, inventory, power, sign-in, remote control. */
import assert from 'node:assert/strict';
import type { AgentRow } from './agent-row.ts';
import { eventually, isMissing } from './eventually.ts';

export const machineRows: readonly AgentRow[] = [
  {
    name: 'an agent lists the files of a folder',
    needs: ['retrieveFiles', 'folders'],
    async run(tutor) {
      const wanted = { filePatterns: ['*'], folderPath: '%downloads%' };
      const { ok, files = [] } = await tutor.ask('retrieveFiles', wanted);
      assert.equal(ok, true);
      for (const { size } of files) assert.ok(size >= 0);
      const gone = await tutor.ask('retrieveFiles', { filePatterns: ['*'], folderPath: '%nowhere%' });
      assert.deepEqual([gone.ok, gone.code], [false, 'not-found']);
    },
  },
  {
    name: 'an agent sends its inventory',
    needs: ['updateDeviceInventory'],
    async run(tutor) {
      const { ok, inventoryResults } = await tutor.ask('updateDeviceInventory');
      assert.equal(ok, true);
      assert.ok(inventoryResults && Object.keys(inventoryResults).length > 0);
    },
  },
  {
    name: 'an agent counts down to a power action, which its student may call off',
    needs: ['powerAction'],
    async run(tutor, { view, student }) {
      const wanted = { action: 'sleep', countdown: 600, allowToAbort: true, message: 'Good night' };
      const id = await tutor.act('powerAction', wanted);
      await tutor.reply(id, ({ outcome }) => outcome === 'scheduled');
      await eventually('the countdown', view.countdown, (action) => action === 'sleep');
      await student.abortPower();
      await tutor.reply(id, ({ outcome }) => outcome === 'aborted');
      await eventually('the end of the countdown', view.countdown, isMissing);
    },
  },
  {
    name: 'an agent signs a person in and says who that is',
    needs: ['login'],
    async run(tutor) {
      await tutor.demand('info');
      const reply = await tutor.ask('login', { username: 'maya', password: 'correct horse' });
      assert.equal(reply.ok, true);
      await tutor.record('info', ({ device }) => device.username === 'maya');
    },
  },
  {
    name: 'an agent lets one tutor control it, with another password each time',
    needs: ['remoteControl', 'stopRemoteControl'],
    async run(tutor) {
      await tutor.demand('statuses');
      const first = await tutor.ask('remoteControl', { tutorName: 'Anna' });
      assert.equal(first.ok, true);
      assert.match(first.url ?? '', /^wss?:/);
      await tutor.record('statuses', ({ remoteControl }) => remoteControl?.tutorName === 'Anna');
      const second = await tutor.ask('remoteControl');
      assert.notEqual(second.password, first.password);
      await tutor.ask('stopRemoteControl', { sessionId: second.id });
      await tutor.record('statuses', ({ remoteControl }) => remoteControl === undefined);
    },
  },
];
