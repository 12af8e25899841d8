/** Which policies act on a device now: their conditions hold, and this device can do something of them. */
import type { Condition } from '#domain/policies/conditions.ts';
import type { LocalTime } from '#domain/policies/local-time.ts';
import type { Network } from '#domain/policies/network.ts';
import { isInSsids, isInSubnets } from '#domain/policies/network-place.ts';
import { isInSchedule } from '#domain/policies/policy-schedule.ts';
import type { ReadPolicy } from './held-policy.ts';

export type PolicyFacts = {
  time: LocalTime;
  /** Undefined where the device cannot tell. */
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
