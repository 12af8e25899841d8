/** Runs the desktop agent with its files, and logs its state in lines, never a secret. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from '#protocol/clock.ts';
import { parseDeployment, type SiteDeployment } from '#protocol/deployment.ts';
import { VERSION } from '#protocol/version.ts';
import { storedSessionSchema } from '../../core/connection/agent-enrolment.ts';
import type { AgentSessionState } from '../../core/connection/agent-session.ts';
import { machineIdentitySchema } from '../../core/connection/machine-login.ts';
import { createPlatformCall } from '../../core/connection/platform-call.ts';
import { keptPoliciesSchema } from '../../core/policies/policy-memory.ts';
import { type DesktopAgent, startDesktopAgent } from '../desktop-agent.ts';
import type { Platform } from '../platform/platform.ts';
import type { DesktopOptions } from './desktop-options.ts';
import { localhostFetch } from './localhost-fetch.ts';
import { openPrivateFolder } from './private-folder.ts';
import { findSiteServices } from './site-services.ts';
import { storedStateOf, storedStateSchema } from './stored-state.ts';

export type DesktopProgram = {
  /** Undefined until the platform has answered for the first time. */
  agent(): DesktopAgent | undefined;
  stop(): Promise<void>;
};

/** Throws an error for the user if the deployment or the folder cannot be used. */
export function startDesktopProgram(
  options: DesktopOptions,
  deps: { platform: Platform; log(line: string): void; clock?: Clock },
): DesktopProgram {
  const { platform, log, clock = systemClock } = deps;
  const deployment = readDeployment(options.configFile);
  const folder = openPrivateFolder(options.dataDir);
  const identity = folder.store('identity', machineIdentitySchema);
  const { secret } = deployment;
  // A machine that has its own secret no longer needs the site's.
  if (secret === undefined && identity.get()?.secret === undefined)
    throw new Error(`${options.configFile} has no secret, so this machine cannot enrol.`);
  const state = folder.store('state', storedStateSchema);
  const policies = folder.store('policies', keptPoliciesSchema);
  const call = createPlatformCall(localhostFetch);
  const abort = new AbortController();
  const { signal } = abort;
  let agent: DesktopAgent | undefined;
  log(`Lectern agent ${VERSION} on ${platform.facts.os}, as ${platform.facts.hostname}`);

  const start = async () => {
    const services = await findSiteServices({
      call,
      deployment,
      clock,
      random: Math.random,
      signal,
      onFailure: createFailureLines(log),
    });
    const started = await startDesktopAgent({
      type: 'linuxAgent',
      platform,
      services,
      tenant: deployment.tenantKey,
      site: deployment.siteId,
      siteSecret: secret ?? '',
      call,
      identity,
      session: folder.store('session', storedSessionSchema),
      policyMemory: policies,
      partsFolder: join(folder.path, 'incoming'),
      log,
      initialState: state.get() ?? {},
      clock,
      random: Math.random,
      onSession: createSessionLines(log),
      onState: createStateWriter((next) => state.set(next)),
    });
    if (signal.aborted) await started.stop();
    else agent = started;
  };
  const starting = start().catch((error: unknown) => {
    if (!signal.aborted) log(`The agent could not start: ${messageOf(error)}`);
  });

  return {
    agent: () => agent,
    async stop() {
      abort.abort();
      await starting;
      await agent?.stop();
      await platform.stop();
      log('Stopped');
    },
  };
}

function readDeployment(file: string): SiteDeployment {
  try {
    return parseDeployment(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(
      `${file} is no deployment of a site. Copy it from the console again. (${messageOf(error)})`,
    );
  }
}

/** Writes only changes, because most changes of the state concern other parts. */
function createStateWriter(write: (state: ReturnType<typeof storedStateOf>) => void) {
  let last = '';
  return (state: Parameters<typeof storedStateOf>[0]): void => {
    const next = storedStateOf(state);
    const text = JSON.stringify(next);
    if (text !== last) write(next);
    last = text;
  };
}

function createFailureLines(log: (line: string) => void) {
  let last = '';
  return (error: unknown): void => {
    const line = `The platform cannot be reached: ${messageOf(error)}. Retrying.`;
    if (line !== last) log(line);
    last = line;
  };
}

/** Logs each new state once; the same failure in later attempts is not logged again. */
function createSessionLines(log: (line: string) => void) {
  let last = '';
  return (state: AgentSessionState): void => {
    if (state.name !== 'online' && state.name !== 'waiting') return;
    const line = state.name === 'online' ? 'Connected' : `Not connected: ${state.message}. Retrying.`;
    if (line !== last) log(line);
    last = line;
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
