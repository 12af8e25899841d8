/** Runs the table in Vitest, with a platform and one agent for all rows. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type RunningClassroom, startClassroom } from '../../support/classroom/running-classroom.ts';
import { createTcpProxy, type TcpProxy } from '../../support/faults/tcp-proxy.ts';
import type { AgentAdapter, RunningAgent } from './agent-adapter.ts';
import { canRun } from './agent-row.ts';
import { AGENT_TABLE, runRow } from './agent-table.ts';
import { type ClassTutor, watchAgent } from './class-tutor.ts';

/** Other suites share the processor. */
const START_TIMEOUT_MS = 120_000;
const ROW_TIMEOUT_MS = 40_000;

export function suiteOf(adapter: AgentAdapter): void {
  describe(adapter.name, () => {
    let network: TcpProxy;
    let classroom: RunningClassroom;
    let agent: RunningAgent;
    let tutor: ClassTutor;
    beforeAll(async () => {
      network = await createTcpProxy({ targetPort: 1 });
      classroom = await startClassroom({ network });
      const place = { platform: classroom.platform, dataDir: classroom.dataDir, network };
      agent = await adapter.start(place);
      tutor = await watchAgent(place, agent.hostname);
    }, START_TIMEOUT_MS);
    afterAll(async () => {
      await tutor?.close();
      await agent?.stop();
      await classroom?.close();
      await network?.close();
    });

    for (const row of AGENT_TABLE)
      it.skipIf(!canRun(row, adapter))(
        row.name,
        () => runRow(row, { tutor, agent, adapter }),
        ROW_TIMEOUT_MS,
      );
  });
}
