/** Both sides of a connection over a MessageChannel. Messages become JSON, as over every other port. */
import type { Port } from '../port.ts';

export function channelPorts(): [Port, Port] {
  const { port1, port2 } = new MessageChannel();
  return [portOf(port1), portOf(port2)];
}

function portOf(port: MessagePort): Port {
  return {
    send: (message) => port.postMessage(JSON.stringify(message)),
    listen(listener) {
      port.addEventListener('message', ({ data }) => listener.message(JSON.parse(data)));
      port.addEventListener('close', () => listener.closed());
      port.start();
    },
    close: () => port.close(),
  };
}
