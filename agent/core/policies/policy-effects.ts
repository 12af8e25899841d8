/** What the active policies do together. */
import * as v from 'valibot';
import type { DeviceType } from '#domain/devices/device-type.ts';
import { lockOf } from '../actions/lock.ts';
import type { PolicyHold } from '../device-state.ts';
import { supportsEffect } from './active-policies.ts';
import {
  appsSchema,
  type HeldPolicy,
  keywordsSchema,
  lockEffectSchema,
  websitesSchema,
} from './held-policy.ts';

type Of<Schema extends v.GenericSchema<unknown, object>> = v.InferOutput<Schema> & { policyId: string };
export type PolicyRules = {
  pages: readonly Of<typeof websitesSchema>[];
  words: readonly Of<typeof keywordsSchema>[];
  apps: readonly Of<typeof appsSchema>[];
};

/** What the policies do to the device as a whole. The first lock is shown. */
export function holdOf(active: readonly HeldPolicy[], type: DeviceType): PolicyHold {
  const effects = effectsOf(active, type);
  const has = (name: string) => effects.some(({ definition }) => definition === name);
  const [lock] = read(effects, 'LockScreenDefinition', lockEffectSchema);
  return {
    active: active.map(({ id }) => id),
    muted: has('MuteDefinition'),
    privacy: has('EnablePrivacyDefinition'),
    ...(lock && { lock: lockOf(lock) }),
  };
}

/** What the policies say about the pages and programs that are open on the device. */
export function rulesOf(active: readonly HeldPolicy[], type: DeviceType): PolicyRules {
  const effects = effectsOf(active, type);
  const all = read(effects, 'BlockAllWebsitesDefinition', websitesSchema);
  return {
    pages: [
      ...read(effects, 'BlockWebsitesDefinition', websitesSchema),
      ...all.map((each) => ({ ...each, accessMode: 'WhiteList' as const })),
    ],
    words: read(effects, 'KeywordMonitoringDefinition', keywordsSchema),
    apps: read(effects, 'BlockAppDefinition', appsSchema),
  };
}

type Effect = HeldPolicy['effects'][number] & { policyId: string };
const effectsOf = (active: readonly HeldPolicy[], type: DeviceType): readonly Effect[] =>
  active.flatMap(({ id, effects }) =>
    effects.filter((effect) => supportsEffect(effect, type)).map((effect) => ({ ...effect, policyId: id })),
  );

const read = <Schema extends v.GenericSchema<unknown, object>>(
  effects: readonly Effect[],
  name: string,
  schema: Schema,
) =>
  effects.flatMap(({ definition, parameters, policyId }): Of<Schema>[] => {
    if (definition !== name) return [];
    const parsed = v.safeParse(schema, parameters);
    return parsed.success ? [{ ...parsed.output, policyId }] : [];
  });
