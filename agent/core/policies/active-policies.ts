/** Which policies act on a device now: their conditions hold, and this kind of device can do something of them. */
import * as v from 'valibot';
import type { DeviceType } from '#domain/devices/device-type.ts';
import type { Network } from '../machine.ts';
import {
  type HeldPolicy,
  type PolicyPart,
  scheduleSchema,
  ssidsSchema,
  subnetsSchema,
} from './held-policy.ts';
import type { LocalTime } from './local-time.ts';
import { isInSsids, isInSubnets } from './network-place.ts';
import { isInSchedule } from './policy-schedule.ts';

export type PolicyFacts = {
  type: DeviceType;
  time: LocalTime;
  /** Undefined where the device cannot tell. */
  network: Network | undefined;
};

/** Conditions and effects that need the whole computer. */
const WINDOWS_ONLY: ReadonlySet<string> = new Set([
  'SsidConditionDefinition',
  'BlockAppDefinition',
  'LaunchActionDefinition',
  'PowerActionsDefinition',
  'BlockSleepDefinition',
  'BlockKeypressDefinition',
]);
const ANYWHERE: ReadonlySet<string> = new Set([
  'BlockWebsitesDefinition',
  'BlockAllWebsitesDefinition',
  'LockScreenDefinition',
  'MuteDefinition',
  'KeywordMonitoringDefinition',
  'EnablePrivacyDefinition',
  'ScreenCaptureDefinition',
]);

export const activePolicies = (policies: readonly HeldPolicy[], facts: PolicyFacts): readonly HeldPolicy[] =>
  policies.filter(
    ({ conditions, effects }) =>
      conditions.every((condition) => holds(condition, facts)) &&
      effects.some((effect) => supportsEffect(effect, facts.type)),
  );

export const supportsEffect = ({ definition }: PolicyPart, type: DeviceType): boolean =>
  WINDOWS_ONLY.has(definition) ? type === 'windowsAgent' : ANYWHERE.has(definition);

/** A condition that is not known, or that this device cannot answer, does not hold. */
function holds({ definition, parameters }: PolicyPart, { type, time, network }: PolicyFacts): boolean {
  if (WINDOWS_ONLY.has(definition) && type !== 'windowsAgent') return false;
  switch (definition) {
    case 'ScheduleConditionDefinition': {
      const { success, output } = v.safeParse(scheduleSchema, parameters);
      return success && isInSchedule(output.periods, time);
    }
    case 'SubnetConditionDefinition': {
      const { success, output } = v.safeParse(subnetsSchema, parameters);
      return success && network !== undefined && isInSubnets(output.subnets, output, network);
    }
    case 'SsidConditionDefinition': {
      const { success, output } = v.safeParse(ssidsSchema, parameters);
      return success && network !== undefined && isInSsids(output.ssidNames, output, network);
    }
    default:
      return false;
  }
}
