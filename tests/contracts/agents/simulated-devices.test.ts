/** The contract of agents, for the simulated devices. */
import { suiteOf } from './agent-suite.ts';
import { simulatedBrowser, simulatedComputer } from './simulated-agent.ts';

for (const adapter of [simulatedComputer, simulatedBrowser]) suiteOf(adapter);
