/** All that a tutor can rely on, for every agent. Each row leaves the agent as it found it, or `reset` does. */
import assert from 'node:assert/strict';
import { actionRows } from './action-rows.ts';
import type { AgentAdapter, RunningAgent } from './agent-adapter.ts';
import type { AgentRow } from './agent-row.ts';
import type { ClassTutor } from './class-tutor.ts';
import { demandRows } from './demand-rows.ts';
import { dialogueRows } from './dialogue-rows.ts';
import { limitRows } from './limit-rows.ts';
import { machineRows } from './machine-rows.ts';
import { orderRows } from './order-rows.ts';
import { peerRows } from './peer-rows.ts';
import { policyRows } from './policy-rows.ts';
import { windowRows } from './window-rows.ts';

export const AGENT_TABLE: readonly AgentRow[] = [
  ...limitRows,
  ...actionRows,
  ...windowRows,
  ...demandRows,
  ...dialogueRows,
  ...machineRows,
  ...peerRows,
  ...policyRows,
  ...orderRows,
];

/** Runs one row, and then ends all that it may have left. */
export async function runRow(
  row: AgentRow,
  { tutor, agent, adapter }: { tutor: ClassTutor; agent: RunningAgent; adapter: AgentAdapter },
): Promise<void> {
  try {
    await row.run(tutor, agent, adapter);
    assert.deepEqual(tutor.faults(), [], 'messages that are not of the protocol');
  } finally {
    await reset(tutor);
  }
}

async function reset(tutor: ClassTutor): Promise<void> {
  await tutor.network.restore();
  await tutor.endDemands();
  await tutor.endPolicies();
  await tutor.act('unlock', {}, { to: 'group' });
  await Promise.all([
    tutor.ask('unlock'),
    tutor.ask('unmute'),
    tutor.ask('userInputs', { block: false }),
    tutor.ask('setAlias', { alias: '' }),
  ]);
  tutor.forget();
}
