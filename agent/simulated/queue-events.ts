/**
 * Limits the time per task for a class's messages. All its devices live in one process, often beside the
 * platform. A tutor who opens their group makes hundreds of them draw for seconds. Handling the events in
 * short slices lets connections and timers run in between, so that no connection times out.
 */
import type { AgentTransportEvents, OpenAgentTransport } from '../core/connection/transport.ts';

const SLICE_MS = 20;

/** Wraps `open` so that the events of all transports are queued and handled in order. */
export function queueEvents(open: OpenAgentTransport): OpenAgentTransport {
  const waiting: (() => void)[] = [];
  let isRunning = false;

  function run(): void {
    const until = performance.now() + SLICE_MS;
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
    const queued =
      <Name extends keyof AgentTransportEvents>(name: Name) =>
      (...values: Parameters<AgentTransportEvents[Name]>) =>
        later(() => {
          if (!isClosed)
            (events[name] as (...values: Parameters<AgentTransportEvents[Name]>) => void)(...values);
        });
    const transport = open(options, {
      onOpen: queued('onOpen'),
      onMessage: queued('onMessage'),
      onClose: queued('onClose'),
    });
    return {
      ...transport,
      async close(how) {
        await transport.close(how);
        // Messages that arrived before were acknowledged, so they are handled before closing.
        await new Promise<void>((resolve) => later(resolve));
        isClosed = true;
      },
    };
  };
}
