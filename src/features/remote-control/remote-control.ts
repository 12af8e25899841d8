import { deviceCommands, onDemand } from '#live/live-connection.ts';
import { session } from '#session/session-state.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { certificateAddress } from './certificate-address.ts';
import { watchController } from './controller-watch.ts';
import { createRemoteControl } from './create-remote-control.ts';
import { followControlRequest } from './follow-control-request.ts';
import { reachScreen } from './reach-screen.ts';
import { loadViewer } from './viewer-door.ts';
import { controlRequest } from './wanted-control.ts';

const MAX_NAME_LENGTH = 255;

const tutorName = () =>
  session.state.name === 'signed-in' ? session.state.auth.name.slice(0, MAX_NAME_LENGTH) : undefined;

export const remoteControl = createRemoteControl({
  start: (client) => onDemand.remoteControl(client, tutorName()),
  stop: (client, sessionId) => void deviceCommands.stopRemoteControl(client, sessionId),
  reach: (signal, url) => reachScreen(signal, url),
  loadViewer,
  watch: watchController,
  show: (toast) => void toasts.show(toast),
  certificate: certificateAddress,
});

// Runs until the page is closed.
followControlRequest(controlRequest, remoteControl);
