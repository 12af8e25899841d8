/** Runs the site runner and logs its state in lines, never its token. */
import { networkInterfaces } from 'node:os';
import { type Clock, systemClock } from '#protocol/clock.ts';
import { RUNNER_VERSION } from '#protocol/runner-version.ts';
import type { AgentSessionState } from '../../core/connection/agent-session.ts';
import { createSiteRunner } from '../site-runner.ts';
import { broadcastAddresses, createWakeEverywhere } from './broadcast-addresses.ts';
import { keepNameServer } from './kept-name-server.ts';
import type { RunnerOptions } from './runner-options.ts';
import { isReadByEverybody, readToken } from './token-source.ts';

export type RunnerProgram = { stop(): Promise<void> };

/** Throws an error for the user if there is no token at the start. */
export function startRunnerProgram(
  options: RunnerOptions,
  { log, clock = systemClock }: { log(line: string): void; clock?: Clock },
): RunnerProgram {
  const { token, origin, tenant, hostname } = options;
  readToken(token);
  if (isReadByEverybody(token, process.platform))
    log('Everybody on this machine can read the token file: make it its owner’s alone (chmod 600).');
  log(`Lectern site runner ${RUNNER_VERSION} for ${tenant} at ${options.consoleOrigin}`);

  const names = keepNameServer(options, { clock, log });
  const wakeTargets = () =>
    options.wake.length > 0 ? options.wake : broadcastAddresses(networkInterfaces());
  const runner = createSiteRunner({
    platform: origin,
    tenant,
    secret: () => readToken(token),
    hostname,
    nameUrl: names.url,
    isUntrusted: names.isUntrusted,
    wake: createWakeEverywhere(wakeTargets),
    clock,
    onAction({ action, ok }) {
      if (action === 'wol') log(ok ? 'Sent wake packets' : 'Could not wake all that was asked for');
    },
    onState: createStateLines(log, clock, () => runner.identity()?.site),
  });
  runner.start();
  return {
    async stop() {
      await Promise.all([runner.stop(), names.stop()]);
      log('Stopped');
    },
  };
}

/** Logs each new state once; the same failure in later attempts is not logged again. */
function createStateLines(log: (line: string) => void, clock: Clock, site: () => string | undefined) {
  let last = '';
  return (state: AgentSessionState): void => {
    if (state.name !== 'online' && state.name !== 'waiting') return;
    const line = state.name === 'online' ? `Connected to site ${site() ?? ''}` : lineOf(state, clock);
    const news = state.name === 'online' ? 'online' : state.message;
    if (news !== last) log(line);
    last = news;
  };
}

function lineOf(state: AgentSessionState & { name: 'waiting' }, clock: Clock): string {
  const seconds = Math.max(1, Math.round((state.untilMs - clock.now()) / 1_000));
  return `Not connected: ${state.message}. Trying again in ${seconds} s, and so on.`;
}
