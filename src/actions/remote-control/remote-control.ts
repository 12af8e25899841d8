/** The remote control of this tab. */
import { deviceCommands, onDemand } from '../../live/live-connection.ts';
import { tenant } from '../../session/tenant.ts';
import { alerts } from '../../shell/alerts.ts';
import { createRemoteControl } from './create-remote-control.ts';
import { reachScreen } from './reach-screen.ts';
import { loadViewer } from './viewer-door.ts';

export const remoteControl = createRemoteControl({
  start: onDemand.remoteControl,
  stop: (client, sessionId) => void deviceCommands.stopRemoteControl(client, sessionId),
  reach: (signal, url) => reachScreen(signal, url),
  loadViewer,
  show: (alert) => void alerts.show(alert),
  certificateUrl() {
    const rest = tenant.address('REST_URL').replace(/\/$/, '');
    return `${rest}/v1/vnc/ca?tenant=${encodeURIComponent(tenant.key)}`;
  },
});
