/** Finds the handler of an action and parses the action's parameters once, by the protocol's table. */
import * as v from 'valibot';
import type { Action } from '#protocol/action.ts';
import {
  ACTION_PARAMETERS,
  type ActionName,
  type ActionParameters,
  isActionName,
} from '#protocol/action-parameters.ts';
import { type Eventually, UNSUPPORTED } from '../outcome.ts';

/** An `Outcome` with the fields of the reply. */
export type ActionOutcome =
  | { ok: true; [field: string]: unknown }
  | { ok: false; code: string; [field: string]: unknown };

export type ActionHandler<Name extends ActionName, Context> = (
  parameters: ActionParameters<Name>,
  context: Context,
) => Eventually<ActionOutcome>;
export type ActionHandlers<Names extends ActionName, Context> = {
  readonly [Name in Names]: ActionHandler<Name, Context>;
};

/** A newer action of the same pair, such as lock and unlock, was received. */
export const SUPERSEDED: ActionOutcome = { ok: false, code: 'superseded' };
/** No tutor may look at the screen now. */
export const PRIVACY: ActionOutcome = { ok: false, code: 'privacy' };
const INVALID: ActionOutcome = { ok: false, code: 'invalid' };

/** An action without a handler, known or not, is answered `unsupported`. */
export function perform<Context>(
  handlers: Partial<ActionHandlers<ActionName, Context>>,
  { action, parameters }: Action,
  context: Context,
): Eventually<ActionOutcome> {
  return isActionName(action) ? performNamed(action, handlers, parameters, context) : UNSUPPORTED;
}

function performNamed<Name extends ActionName, Context>(
  name: Name,
  handlers: Partial<ActionHandlers<Name, Context>>,
  parameters: Record<string, unknown>,
  context: Context,
): Eventually<ActionOutcome> {
  const handler = handlers[name];
  if (handler === undefined) return UNSUPPORTED;
  const parsed = v.safeParse(ACTION_PARAMETERS[name], parameters);
  return parsed.success ? handler(parsed.output as ActionParameters<Name>, context) : INVALID;
}
