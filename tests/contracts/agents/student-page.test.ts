/** The contract of agents, for the student page. */
import { suiteOf } from './agent-suite.ts';
import { studentPage } from './student-page-agent.ts';

suiteOf(studentPage);
