/** The three conditions of a policy, each with its parameters. */
import * as v from 'valibot';

const MAX_PERIODS = 200;
const MAX_PLACES = 500;
const MAX_PLACE_LENGTH = 255;

const places = v.optional(
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(MAX_PLACE_LENGTH))), v.maxLength(MAX_PLACES)),
  [],
);
const placeSettings = {
  /** True: the device must be inside these networks; false: outside. */
  isActive: v.optional(v.boolean(), true),
  /** The condition also holds if the device has no network at all. */
  orDisconnected: v.optional(v.boolean(), false),
};

export const periodSchema = v.object({
  /** 0 is Sunday, 6 Saturday. */
  day: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
  /** `HH:MM`, on the clock of the device. */
  startTime: v.pipe(v.string(), v.maxLength(5)),
  endTime: v.pipe(v.string(), v.maxLength(5)),
});
export type Period = v.InferOutput<typeof periodSchema>;

export const CONDITION_PARAMETERS = {
  ScheduleConditionDefinition: v.object({
    periods: v.optional(v.pipe(v.array(periodSchema), v.maxLength(MAX_PERIODS)), []),
  }),
  SubnetConditionDefinition: v.object({ subnets: places, ...placeSettings }),
  SsidConditionDefinition: v.object({ ssidNames: places, ...placeSettings }),
} as const;

export type ConditionName = keyof typeof CONDITION_PARAMETERS;
export const CONDITION_NAMES = Object.keys(CONDITION_PARAMETERS) as readonly ConditionName[];
export type ConditionParameters<Name extends ConditionName> = v.InferOutput<
  (typeof CONDITION_PARAMETERS)[Name]
>;
/** A condition with all its parameters filled in. */
export type Condition = {
  [N in ConditionName]: { definition: N; parameters: ConditionParameters<N> };
}[ConditionName];

export const isConditionName = (name: string): name is ConditionName =>
  Object.hasOwn(CONDITION_PARAMETERS, name);
