/** An agent says in its info what it cannot do, and answers the same. */
import assert from 'node:assert/strict';
import { abilitiesOf, canDo } from '#domain/devices/device-abilities.ts';
import type { DeviceActionName } from '../../../agent/core/actions/action-context.ts';
import { EXAMPLES } from '../../../agent/core/fakes/action-examples.ts';
import type { AgentRow } from './agent-row.ts';

const ACTIONS = Object.keys(EXAMPLES) as DeviceActionName[];

export const limitRows: readonly AgentRow[] = [
  {
    name: 'an agent says in its info which actions it performs',
    needs: [],
    async run(tutor, _agent, { cannot }) {
      await tutor.demand('info');
      const abilities = abilitiesOf(await tutor.record('info'));
      const refused = ACTIONS.filter((action) => !canDo(abilities, action));
      assert.deepEqual(
        refused,
        ACTIONS.filter((action) => cannot.includes(action)),
      );
    },
  },
  {
    name: 'an agent answers “unsupported” to every action that it cannot perform',
    needs: [],
    async run(tutor, _agent, { cannot }) {
      for (const action of ACTIONS.filter((each) => cannot.includes(each))) {
        const reply = await tutor.ask(action, EXAMPLES[action]);
        assert.deepEqual([action, reply.ok, reply.code], [action, false, 'unsupported']);
      }
    },
  },
  {
    name: 'an agent takes what is for one client alone from no message to its class',
    needs: [],
    async run(tutor, _agent, { cannot }) {
      for (const action of ['login', 'remoteControl', 'liveScreen'] as const) {
        const reply = await tutor.ask(action, EXAMPLES[action], { to: 'group' });
        const code = cannot.includes(action) ? 'unsupported' : 'refused';
        assert.deepEqual([action, reply.ok, reply.code], [action, false, code]);
      }
    },
  },
];
