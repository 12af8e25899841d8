/**
 * Effects and conditions of a policy. The platform accepts only what fits `policyDefinitionSchema`. A device
 * reads each part separately with `readEffects` and `readConditions`, so an unreadable part affects no other.
 */
import * as v from 'valibot';
import { CONDITION_PARAMETERS, type Condition, type ConditionName, isConditionName } from './conditions.ts';
import {
  EFFECT_PARAMETERS,
  type Effect,
  type EffectName,
  isEffectName,
  MIN_LAUNCH_REPEAT_SECONDS,
} from './effects.ts';
import { isPeriod } from './policy-schedule.ts';

/** Characters of one definition as JSON. In any alphabet, a device can read at least one such policy. */
const MAX_DEFINITION_LENGTH = 60_000;

const required = 'Field is required';
const isText = (text: string | undefined) => text !== undefined && text.trim() !== '';
const hasText = (lines: readonly string[]) => lines.some(isText);

const ofEffect = EFFECT_PARAMETERS;
const writtenEffect = v.variant('definition', [
  part(
    'BlockWebsitesDefinition',
    v.pipe(
      ofEffect.BlockWebsitesDefinition,
      v.forward(
        v.check(({ urls }) => hasText(urls), required),
        ['urls'],
      ),
    ),
  ),
  part(
    'LockScreenDefinition',
    v.pipe(
      ofEffect.LockScreenDefinition,
      v.check(
        ({ url, content }) => (url === undefined) !== (content === undefined),
        'A lock shows either a page or a message.',
      ),
    ),
  ),
  part('MuteDefinition', ofEffect.MuteDefinition),
  part('BlockAllWebsitesDefinition', ofEffect.BlockAllWebsitesDefinition),
  part('BlockSleepDefinition', ofEffect.BlockSleepDefinition),
  part('BlockKeypressDefinition', ofEffect.BlockKeypressDefinition),
  part('PowerActionsDefinition', ofEffect.PowerActionsDefinition),
  part(
    'BlockAppDefinition',
    v.pipe(
      ofEffect.BlockAppDefinition,
      v.forward(
        v.check(
          ({ rules }) =>
            rules.some((rule) => (typeof rule === 'string' ? [rule] : Object.values(rule)).some(isText)),
          required,
        ),
        ['rules'],
      ),
    ),
  ),
  part(
    'KeywordMonitoringDefinition',
    v.pipe(
      ofEffect.KeywordMonitoringDefinition,
      v.forward(
        v.check(({ keywords }) => hasText(keywords), required),
        ['keywords'],
      ),
    ),
  ),
  part(
    'LaunchActionDefinition',
    v.pipe(
      ofEffect.LaunchActionDefinition,
      v.check(
        ({ selectedLaunch, url, command }) =>
          selectedLaunch === 'command'
            ? isText(command)
            : url !== undefined || (selectedLaunch === undefined && isText(command)),
        'A launch needs a URL or a command.',
      ),
      v.forward(
        v.check(
          ({ repeatIn }) => repeatIn >= MIN_LAUNCH_REPEAT_SECONDS,
          'Please set repeat interval equal or greater than 1',
        ),
        ['repeatIn'],
      ),
    ),
  ),
  part('EnablePrivacyDefinition', ofEffect.EnablePrivacyDefinition),
  part('ScreenCaptureDefinition', ofEffect.ScreenCaptureDefinition),
]);

const ofCondition = CONDITION_PARAMETERS;
const writtenCondition = v.variant('definition', [
  part(
    'ScheduleConditionDefinition',
    v.pipe(
      ofCondition.ScheduleConditionDefinition,
      v.forward(
        v.check(
          ({ periods }) => periods.length > 0 && periods.every(isPeriod),
          'You have invalid schedule periods. Please make the necessary changes or remove them.',
        ),
        ['periods'],
      ),
    ),
  ),
  part(
    'SubnetConditionDefinition',
    v.pipe(
      ofCondition.SubnetConditionDefinition,
      v.forward(
        v.check(({ subnets }) => hasText(subnets), required),
        ['subnets'],
      ),
    ),
  ),
  part(
    'SsidConditionDefinition',
    v.pipe(
      ofCondition.SsidConditionDefinition,
      v.forward(
        v.check(({ ssidNames }) => hasText(ssidNames), required),
        ['ssidNames'],
      ),
    ),
  ),
]);

/** Each kind occurs at most once, and there is at least one effect. */
export const policyDefinitionSchema = v.pipe(
  v.object({
    conditions: v.pipe(
      v.array(writtenCondition),
      v.check((parts) => areDifferent(parts), 'Each kind of condition is there at most once.'),
    ),
    effects: v.pipe(
      v.array(writtenEffect),
      v.minLength(1, 'A policy has at least one effect.'),
      v.check((parts) => areDifferent(parts), 'Each kind of effect is there at most once.'),
    ),
  }),
  v.check(
    (definition) => JSON.stringify(definition).length <= MAX_DEFINITION_LENGTH,
    'The policy is too large for a device to read.',
  ),
);

/** A part as it is stored and sent: its kind, and parameters that have not been validated. */
export type RawPart = { definition: string; parameters?: Record<string, unknown> | undefined };

/** The readable effects. Unknown ones and those with invalid parameters are skipped. */
export const readEffects = (parts: readonly RawPart[]): Effect[] =>
  parts.flatMap(({ definition, parameters }) => {
    if (!isEffectName(definition)) return [];
    const read = v.safeParse(EFFECT_PARAMETERS[definition], parameters ?? {});
    return read.success ? [{ definition, parameters: read.output } as Effect] : [];
  });

/** An unreadable condition is undefined, and does not hold. */
export const readConditions = (parts: readonly RawPart[]): (Condition | undefined)[] =>
  parts.map(({ definition, parameters }) => {
    if (!isConditionName(definition)) return undefined;
    const read = v.safeParse(CONDITION_PARAMETERS[definition], parameters ?? {});
    return read.success ? ({ definition, parameters: read.output } as Condition) : undefined;
  });

function part<Name extends EffectName | ConditionName, Schema extends v.GenericSchema<unknown, object>>(
  name: Name,
  parameters: Schema,
) {
  return v.object({
    definition: v.literal(name),
    parameters: v.optional(parameters, {} as v.InferInput<Schema>),
  });
}

function areDifferent(parts: readonly { definition: string }[]): boolean {
  return new Set(parts.map(({ definition }) => definition)).size === parts.length;
}
