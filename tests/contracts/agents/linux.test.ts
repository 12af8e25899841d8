/** The contract of agents, for the Linux agent. */
import { suiteOf } from './agent-suite.ts';
import { linuxComputer } from './linux-agent.ts';

suiteOf(linuxComputer);
