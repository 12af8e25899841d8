/** Finds the site's runners through the broker, and asks the one in this network for its name. */
import { liveConnection, onDemand } from '#live/live-connection.ts';
import type { RunnerAnswer } from '#shell/groups/nearby-runner.ts';
import { runnerReach } from '#shell/groups/runner-reach.ts';

/** `unreachable`: `url` is the requested address. */
export type HostnameTest =
  | Exclude<RunnerAnswer, { name: 'unreachable' }>
  | { name: 'unreachable'; url: string }
  | { name: 'no-connection' }
  | { name: 'timeout' };

export type HostnameTestDeps = {
  /** Resolves with how far the request got. */
  eachRunner(found: (url: string) => void): Promise<string>;
  ask(url: string): Promise<RunnerAnswer>;
  /** Whether the broker is connected now. */
  isConnected(): boolean;
};

export const LIVE: HostnameTestDeps = {
  eachRunner: onDemand.siteRunners,
  ask: runnerReach.ask,
  isConnected: () => liveConnection.connection.get().name === 'connected',
};

const REPLY_TIMEOUT_MS = 10_000;
/** A site may have several runners: if one is unreachable, another may answer a little later. */
const GRACE_MS = 2_000;

/** A name wins at once. Otherwise the first answer wins if no name arrives soon. Never rejects. */
export function testHostname({ eachRunner, ask, isConnected }: HostnameTestDeps): Promise<HostnameTest> {
  return new Promise((resolve) => {
    let first: HostnameTest | undefined;
    const silent = (): HostnameTest => ({ name: isConnected() ? 'timeout' : 'no-connection' });
    const timers = [setTimeout(() => end(first ?? silent()), REPLY_TIMEOUT_MS)];
    function end(outcome: HostnameTest): void {
      for (const timer of timers) clearTimeout(timer);
      resolve(outcome);
    }
    function take(answer: HostnameTest): void {
      if (answer.name === 'named') end(answer);
      else if (first === undefined) {
        first = answer;
        timers.push(setTimeout(() => end(answer), GRACE_MS));
      }
    }
    const askRunner = async (url: string) => {
      const answer = await ask(url);
      take(answer.name === 'unreachable' ? { name: 'unreachable', url } : answer);
    };
    eachRunner((url) => void askRunner(url)).then(
      (delivery) => {
        if (delivery !== 'sent') end({ name: 'no-connection' });
      },
      () => end({ name: 'no-connection' }),
    );
  });
}
