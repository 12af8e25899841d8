/**
 * The devices of a class live in one process, often beside the platform. A tutor who opens their group makes hundreds of them
 * draw at once, for seconds: what connections tell them is dealt with a little at a time, so that the process hears its
 * connections and timers in between, and none of them is taken for dead.
 */
import type { AgentTransportEvents, OpenAgentTransport } from '../core/connection/transport.ts';

const TURN_MS = 20;

/** `open`, whose events come in their order, those of all transports one after the other. */
export function inTurns(open: OpenAgentTransport): OpenAgentTransport {
  const waiting: (() => void)[] = [];
  let isRunning = false;

  function run(): void {
    const until = performance.now() + TURN_MS;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        next();
        if (performance.now() >= until) break;
      }
    } finally {
      isRunning = waiting.length > 0;
      if (isRunning) setImmediate(run);
    }
  }
  function later(event: () => void): void {
    waiting.push(event);
    if (isRunning) return;
    isRunning = true;
    setImmediate(run);
  }

  return (options, events) => {
    let isClosed = false;
    const tell =
      <Name extends keyof AgentTransportEvents>(name: Name) =>
      (...said: Parameters<AgentTransportEvents[Name]>) =>
        later(() => {
          if (!isClosed) (events[name] as (...said: Parameters<AgentTransportEvents[Name]>) => void)(...said);
        });
    const transport = open(options, {
      onOpen: tell('onOpen'),
      onMessage: tell('onMessage'),
      onClose: tell('onClose'),
    });
    return {
      ...transport,
      async close(how) {
        await transport.close(how);
        // What it brought before that was acknowledged.
        await new Promise<void>((resolve) => later(resolve));
        isClosed = true;
      },
    };
  };
}
