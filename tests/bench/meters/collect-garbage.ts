/** Asks a program of ours, which was started with its inspector open, to collect its garbage now. */
import { once } from 'node:events';
import * as v from 'valibot';
import { WebSocket } from 'ws';

const targetsSchema = v.array(v.object({ webSocketDebuggerUrl: v.string() }));

/** For `NODE_OPTIONS` of the program: opens its inspector on this port of this machine. */
export const inspectorAt = (port: number) => `--inspect=127.0.0.1:${port}`;

export async function collectGarbage(inspectorPort: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`);
  const [target] = v.parse(targetsSchema, await answer.json());
  if (target === undefined) throw new Error('the program has no inspector');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  // Its answer comes when the garbage has been collected.
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  await answered;
  // A program whose inspector is attached waits for it when it ends.
  const closed = once(socket, 'close');
  socket.close();
  await closed;
}
