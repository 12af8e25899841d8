/** The door for what tabs ask: a request that is not an action's, or is not allowed, goes no further. */
import * as v from 'valibot';
import { ACTION_PARAMETERS, type ActionName, isActionName } from '#protocol/action-parameters.ts';
import type { ActionRequest } from '#protocol/threads/live-action.ts';
import { type AddressingDeps, addressAction, type Plan } from './addressing.ts';

export type CheckedAction = { request: ActionRequest; plan: Plan };

/** Undefined: `invalid`. */
export function checkAction(request: ActionRequest, deps: AddressingDeps): CheckedAction | undefined {
  if (!/^[\x21-\x7e]{1,128}$/.test(request.id)) return undefined;
  if (!Number.isFinite(request.askedAt) || !isActionName(request.action)) return undefined;
  const schema: v.GenericSchema<unknown, object> = ACTION_PARAMETERS[request.action satisfies ActionName];
  const parsed = v.safeParse(schema, request.parameters);
  const plan = addressAction(request, deps);
  if (!parsed.success || !plan) return undefined;
  return { request: { ...request, parameters: { ...parsed.output } }, plan };
}
