/** The connections between the worker and the pages of the extension: their names and messages. */
import type { AgentSessionState } from '../core/connection/agent-session.ts';
import type { Lock } from '../core/device-state.ts';

/** The worker sends the lock to the pages of the locked screen, at once and at each change. */
export const LOCK_PORT = 'lock';
/** The content of a locked screen, unlike a lock to the current tab. */
export type WindowLock = Exclude<Lock, { name: 'current-tab' }>;

/** The worker sends its state to the panel and the options page, at once and at each change. */
export const STATUS_PORT = 'status';
/** `services-unreachable`: the tenant's addresses are not known yet, and the platform does not answer. */
export type ProgramState = 'starting' | 'not-configured' | 'services-unreachable' | 'running';
export type StatusMessage = { program: ProgramState; session: AgentSessionState['name'] };

/** The page in place of a blocked one, which the worker answers once. */
export const BLOCKED_PORT = 'blocked';
export const BLOCKED_PAGE = 'pages/blocked/blocked.html';
export type BlockedMessage = {
  /** Absent if a blocked page was reached by a redirect of its server. */
  url?: string;
  policyNames: readonly string[];
  /** No policy blocks the page any more. */
  isAllowed: boolean;
};

/** The text that a student types, in a message `{typed}` of a content script. Longer texts are cut. */
export const MAX_TYPED_LENGTH = 500;

/** The key in local storage of the settings that a person entered on the options page. */
export const ENTERED_SETTINGS = 'deployment';

export const PANEL_PAGE = 'pages/panel/panel.html';
