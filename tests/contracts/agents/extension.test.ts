/** The contract of agents, for the extension in an unpacked form. */
import { buildOwnExtension } from '../../../scripts/bundle/extension-build.ts';
import { suiteOf } from './agent-suite.ts';
import { extensionAgent } from './extension-agent.ts';

await buildOwnExtension(process.cwd());
suiteOf(extensionAgent);
