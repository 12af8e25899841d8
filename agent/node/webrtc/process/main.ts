/**
 * The process that runs an agent's WebRTC. The native library sometimes crashes, mostly when a connection is
 * cut during a transfer. Here a crash does not end the agent.
 */
import type { Command, Report } from './messages.ts';
import { createProcessChannels } from './process-channels.ts';
import { createProcessPeers } from './process-peers.ts';
import { createProcessVideos } from './process-videos.ts';

/** Leaves time to send that the connections were closed. */
const DELAY_MS = 250;

let leave = () => {};
// The process ends with the agent that started it, in any case. A terminal sends its signals to both
// processes, but the agent still has to disconnect first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.once('disconnect', () => {
  leave();
  // Nothing is closed first, because the library would crash.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), DELAY_MS);
});

const report = (message: Report): void => {
  // Without the unused callback, a parent that has exited would cause an exception.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
};

async function main(): Promise<void> {
  const [{ default: SimplePeer }, { default: wrtc }] = await Promise.all([
    import('simple-peer'),
    import('@roamhq/wrtc'),
  ]);
  const videos = createProcessVideos(wrtc, report);
  const channels = createProcessChannels(report);
  const peers = createProcessPeers({
    SimplePeer,
    wrtc,
    report,
    stream: videos.stream,
    onStream: videos.addTracks,
    onClosed(peer) {
      channels.forgetThoseOf(peer);
      videos.forgetTracksOf(peer);
    },
  });
  leave = peers.destroyAll;

  const obey: { [Type in Command['type']]: (command: Extract<Command, { type: Type }>) => void } = {
    'new-peer': peers.make,
    signal: peers.signal,
    'add-transceiver': peers.addTransceiver,
    destroy: ({ id }) => peers.destroy(id),
    'new-channel': (command) => channels.add(command, peers.connection(command.peer)),
    send: channels.send,
    'close-channel': ({ id }) => channels.close(id),
    'new-source': ({ id }) => videos.addSource(id),
    show: videos.show,
    'stop-source': ({ id }) => videos.stopSource(id),
    watch: videos.watch,
    taken: ({ id }) => videos.taken(id),
    unwatch: ({ id }) => videos.unwatch(id),
  };
  process.on('message', (commands: readonly Command[]) => {
    for (const command of commands) (obey[command.type] as (command: Command) => void)(command);
  });
  report({ type: 'ready' });
}

main().catch((error: unknown) => {
  report({ type: 'unavailable', message: error instanceof Error ? error.message : String(error) });
  process.disconnect();
});
