/** The port between the panel and the worker: the state of the student's interface, and its calls. */
import * as v from 'valibot';
import type { Port } from '../student-ui/port/port.ts';
import type { ArgumentSchemas } from '../student-ui/port/publish-state.ts';
import { STUDENT_CALL_ARGUMENTS, type StudentPortCalls } from '../student-ui/port/student-port.ts';

export const PANEL_PORT = 'panel';

export type ExtensionCalls = StudentPortCalls & {
  /** The panel has stored these files, which the student picked. */
  handedIn(files: readonly { name: string; size: number }[], dropped: readonly string[]): void;
  /** Shows a received file in its folder. Answers false if the browser does not know it any more. */
  showFile(key: string): boolean;
};

export const EXTENSION_CALL_ARGUMENTS = {
  ...STUDENT_CALL_ARGUMENTS,
  handedIn: v.strictTuple([v.array(v.object({ name: v.string(), size: v.number() })), v.array(v.string())]),
  showFile: v.strictTuple([v.string()]),
} satisfies ArgumentSchemas<ExtensionCalls>;

/** A port of the browser as the student's interface uses it. */
export const portOf = (port: chrome.runtime.Port): Port => ({
  send(message) {
    // The other side may have closed in this task.
    try {
      port.postMessage(message);
    } catch {}
  },
  listen({ message, closed }) {
    port.onMessage.addListener(message);
    port.onDisconnect.addListener(closed);
  },
  close: () => port.disconnect(),
});
