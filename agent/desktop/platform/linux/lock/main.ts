/**
 * The lock process. It does nothing else, so a busy or broken agent does not open the screen. It ends with the
 * agent, which starts it again.
 */
import { openXDisplay } from '../x11/x-display.ts';
import { createLockHolder } from './lock-holder.ts';
import type { LockMessage, LockReport } from './messages.ts';

process.once('disconnect', () => process.exit(0));
// A terminal sends its signals to both processes, but the agent still has to disconnect first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

const display = await openXDisplay({ onLost: () => process.exit(1) });
const holder = createLockHolder(display);
process.on('message', (message: LockMessage) => {
  if (message.type === 'prepare') holder.prepare(message.order);
  else holder.hold();
});
// Without the unused callback, an agent that has ended meanwhile would cause an exception.
process.send?.('ready' satisfies LockReport, undefined, undefined, () => {});
