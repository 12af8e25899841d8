/** Selects the active policies: their conditions are met, and the device supports some of their effects. */
import type { Condition } from '#domain/policies/conditions.ts';
import type { LocalTime } from '#domain/policies/local-time.ts';
import type { Network } from '#domain/policies/network.ts';
import { isInSsids, isInSubnets } from '#domain/policies/network-place.ts';
import { isInSchedule } from '#domain/policies/policy-schedule.ts';
import type { ReadPolicy } from './held-policy.ts';

export type PolicyFacts = {
  time: LocalTime;
  /** Undefined if the device cannot read its network. */
  network: Network | undefined;
};

export const activePolicies = (policies: readonly ReadPolicy[], facts: PolicyFacts): readonly ReadPolicy[] =>
  policies.filter(
    ({ conditions, effects }) =>
      effects.length > 0 && conditions.every((condition) => condition && holds(condition, facts)),
  );

function holds({ definition, parameters }: Condition, { time, network }: PolicyFacts): boolean {
  switch (definition) {
    case 'ScheduleConditionDefinition':
      return isInSchedule(parameters.periods, time);
    case 'SubnetConditionDefinition':
      return network !== undefined && isInSubnets(parameters.subnets, parameters, network);
    case 'SsidConditionDefinition':
      return network !== undefined && isInSsids(parameters.ssidNames, parameters, network);
  }
}
