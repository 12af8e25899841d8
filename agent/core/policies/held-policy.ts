/** A policy as the platform sends it, and as the device parses it. */
import { isComputer } from '#domain/devices/device-type.ts';
import type { Condition } from '#domain/policies/conditions.ts';
import type { Effect } from '#domain/policies/effects.ts';
import { type RawPart, readConditions, readEffects } from '#domain/policies/policy-definition.ts';
import type { ClientPolicies } from '#protocol/client-policies.ts';
import type { DeviceProfile } from '../identity.ts';

export type HeldPolicy = ClientPolicies['policies'][number];

/** A policy, reduced to the parts that this device supports. */
export type ReadPolicy = {
  id: string;
  name: string;
  /** Undefined stands for a condition that this device does not support. It is never met. */
  conditions: readonly (Condition | undefined)[];
  effects: readonly Effect[];
};

/** The type of an agent, and the effects that this one does not support. */
export type Abilities = Pick<DeviceProfile, 'type' | 'unsupportedEffects'>;

/** Conditions and effects that need the whole computer. */
const COMPUTER_ONLY: ReadonlySet<string> = new Set<Condition['definition'] | Effect['definition']>([
  'SsidConditionDefinition',
  'BlockAppDefinition',
  'LaunchActionDefinition',
  'PowerActionsDefinition',
  'BlockSleepDefinition',
  'BlockKeypressDefinition',
]);

const canDoPart = ({ type, unsupportedEffects = [] }: Abilities, definition: string): boolean =>
  !unsupportedEffects.some((name) => name === definition) &&
  (isComputer(type) || !COMPUTER_ONLY.has(definition));

export function readHeldPolicy(
  { id, name, conditions, effects }: HeldPolicy,
  abilities: Abilities,
): ReadPolicy {
  const can = ({ definition }: RawPart) => canDoPart(abilities, definition);
  return {
    id,
    name,
    conditions: readConditions(conditions).map((each) => (each && can(each) ? each : undefined)),
    effects: readEffects(effects).filter(can),
  };
}

/**
 * Returns the kinds of effects and conditions that this device does not support, each once: those of other
 * kinds of agents, and those that it cannot parse. `read` holds the same policies after parsing.
 */
export function impossibleParts(
  policies: readonly HeldPolicy[],
  read: readonly ReadPolicy[],
): readonly string[] {
  const impossible = policies.flatMap(({ conditions, effects }, i) => {
    const parts = [...(read[i]?.conditions ?? []), ...(read[i]?.effects ?? [])];
    const done = new Set<string | undefined>(parts.map((part) => part?.definition));
    return [...conditions, ...effects].flatMap(({ definition }) =>
      done.has(definition) ? [] : [definition],
    );
  });
  return [...new Set(impossible)].toSorted();
}
