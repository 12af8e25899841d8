/** What a device does for each action. Everything that is not here is answered `unsupported`. */
import * as v from 'valibot';
import { patchDemandParametersSchema } from '#protocol/demand.ts';
import {
  closeAppsSchema,
  closeTabsSchema,
  focusTabSchema,
  launchSchema,
  lockSchema,
  notificationSchema,
  setAliasSchema,
  setThumbnailDisplaySchema,
  userInputsSchema,
} from './action-parameters.ts';
import type { DemandBook, DemandKey } from './demand-book.ts';
import { htmlText } from './html-text.ts';
import type { DeviceState, Lock, Screen } from './screen.ts';

export type ActionContext = { tutorId: string; place: DemandKey['place'] };
/** `code` says why not; further fields go into the reply as they are. */
export type ActionOutcome =
  | { ok: true; [field: string]: unknown }
  | { ok: false; code: 'unsupported' | 'invalid' | 'refused' | 'expired' };
export type ActionHandler = (parameters: unknown, context: ActionContext) => ActionOutcome;

const DONE: ActionOutcome = { ok: true };
const REFUSED: ActionOutcome = { ok: false, code: 'refused' };

export function createActionHandlers(deps: {
  screen: Screen;
  clientId: () => string | undefined;
  book: () => DemandBook;
  change: (state: Partial<DeviceState>) => void;
  /** Which display this tutor wants to see from now on. */
  chooseDisplay: (tutorId: string, displayId: string) => void;
  now: () => number;
}): ReadonlyMap<string, ActionHandler> {
  const { screen } = deps;
  const change = (state: Partial<DeviceState>): ActionOutcome => {
    deps.change(state);
    return DONE;
  };
  return new Map<string, ActionHandler>([
    [
      'patchDemand',
      checked(patchDemandParametersSchema, ({ clients, source }, { tutorId, place }) => {
        const patch = clients[deps.clientId() ?? ''];
        return { ok: true, patched: patch ? deps.book().patch({ tutorId, source }, place, patch) : 0 };
      }),
    ],
    [
      'setThumbnailDisplay',
      checked(setThumbnailDisplaySchema, ({ displayId }, { tutorId }) => {
        if (!screen.displays().some(({ id }) => id === displayId)) return REFUSED;
        deps.chooseDisplay(tutorId, displayId);
        return DONE;
      }),
    ],
    ['ping', () => ({ ok: true, at: deps.now() })],
    ['lock', checked(lockSchema, (wanted) => change({ lock: lockOf(wanted) }))],
    ['unlock', () => change({ lock: undefined })],
    ['mute', () => change({ muted: true })],
    ['unmute', () => change({ muted: false })],
    ['setAlias', checked(setAliasSchema, ({ alias }) => change({ alias: alias || undefined }))],
    ['userInputs', checked(userInputsSchema, ({ block }) => change({ inputsBlocked: block }))],
    [
      'notification',
      checked(notificationSchema, (shown) => {
        screen.notify(shown);
        return DONE;
      }),
    ],
    ['launch', checked(launchSchema, (wanted) => (screen.launch(wanted) ? DONE : REFUSED))],
    ['closeTabs', checked(closeTabsSchema, ({ tabIds }) => ({ ok: true, closed: screen.closeTabs(tabIds) }))],
    [
      'closeApps',
      checked(closeAppsSchema, ({ appIds }) => ({ ok: true, closed: screen.closeApplications(appIds) })),
    ],
    [
      'focusTab',
      checked(focusTabSchema, ({ tabId, tabUrl }) => (screen.focusTab(tabId, tabUrl) ? DONE : REFUSED)),
    ],
  ]);
}

function checked<const S extends v.GenericSchema>(
  schema: S,
  act: (parameters: v.InferOutput<S>, context: ActionContext) => ActionOutcome,
): ActionHandler {
  return (parameters, context) => {
    const parsed = v.safeParse(schema, parameters);
    return parsed.success ? act(parsed.output, context) : { ok: false, code: 'invalid' };
  };
}

function lockOf(wanted: v.InferOutput<typeof lockSchema>): Lock {
  if (wanted.url !== undefined) return { name: 'address', url: wanted.url };
  return wanted.currentTab ? { name: 'current-tab' } : { name: 'message', text: htmlText(wanted.content) };
}
