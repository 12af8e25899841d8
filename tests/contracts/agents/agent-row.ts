/** One promise of every agent to its tutors, as a row of the table. */
import type { AgentAdapter, Need, RunningAgent } from './agent-adapter.ts';
import type { ClassTutor } from './class-tutor.ts';

export type AgentRow = {
  /** A sentence that begins with “an agent”. */
  name: string;
  /** An agent that cannot do one of these skips the row. */
  needs: readonly Need[];
  run(tutor: ClassTutor, agent: RunningAgent, adapter: AgentAdapter): Promise<void>;
};

export const canRun = ({ needs }: AgentRow, { cannot }: AgentAdapter): boolean =>
  !needs.some((need) => cannot.includes(need));

export const pageUrl = ({ pageUrl: own }: AgentAdapter, host: string): string =>
  own?.(host) ?? `https://${host}/`;
