/** Connects the panel with the student's state and calls. */
import type { Observable } from '#protocol/observable.ts';
import { publishState } from '../../../student-ui/port/publish-state.ts';
import type { StudentState } from '../../../student-ui/student-state.ts';
import { EXTENSION_CALL_ARGUMENTS, type ExtensionCalls, PANEL_PORT, portOf } from '../../student-link.ts';

export function servePanel(state: Observable<StudentState>, calls: ExtensionCalls): void {
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name === PANEL_PORT)
      publishState({ port: portOf(port), state, calls, args: EXTENSION_CALL_ARGUMENTS });
  });
}
