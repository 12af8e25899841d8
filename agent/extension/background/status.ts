/** Sends the state of the program and its connection to the extension's pages. */
import type { AgentSessionState } from '../../core/connection/agent-session.ts';
import { type ProgramState, STATUS_PORT, type StatusMessage } from '../links.ts';

export function createStatus() {
  const ports = new Set<chrome.runtime.Port>();
  let status: StatusMessage = { program: 'starting', session: 'enrolling' };

  const change = (next: Partial<StatusMessage>) => {
    status = { ...status, ...next };
    for (const port of ports) port.postMessage(status);
  };
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name !== STATUS_PORT) return;
    ports.add(port);
    port.onDisconnect.addListener(() => ports.delete(port));
    port.postMessage(status);
  });

  return {
    program: (program: ProgramState) => change({ program }),
    session: ({ name }: AgentSessionState) => change({ session: name }),
  };
}
