/** Draft of a policy: its parts, and the fields that are missing. */

import * as v from 'valibot';
import { CONDITION_NAMES } from '#domain/policies/conditions.ts';
import { isEffectName } from '#domain/policies/effects.ts';
import { policyDefinitionSchema, type RawPart } from '#domain/policies/policy-definition.ts';
import { trimmedText } from '#domain/visible-text.ts';
import { EFFECT_LOOKS } from '#features/policies/parts/part-looks.ts';
import type { Policy } from '#protocol/rest/policy.ts';
import type { PolicyDocument } from '#rest/policies.ts';
import { DEFAULT_COLOUR, POLICY_COLOURS } from '../icon-picker/policy-colours.ts';
import { m } from './messages.ts';

export type PolicyIcon = { base: string; color: string; icon: string };
export type PartKind = 'effects' | 'conditions';

export type PolicyDraft = {
  name: string;
  /** Undefined until one is chosen. */
  icon: PolicyIcon | undefined;
  effects: readonly RawPart[];
  conditions: readonly RawPart[];
};

export const EMPTY_DRAFT: PolicyDraft = { name: '', icon: undefined, effects: [], conditions: [] };

export function draftOf({
  name,
  meta,
  definition,
}: Pick<Policy, 'name' | 'meta' | 'definition'>): PolicyDraft {
  const { icon } = meta;
  return {
    name,
    icon: icon && icon.icon !== '' ? { base: icon.base, color: icon.color, icon: icon.icon } : undefined,
    effects: definition?.effects ?? [],
    conditions: definition?.conditions ?? [],
  };
}

/** All kinds, in the order of the list. */
const KINDS: Record<PartKind, readonly string[]> = {
  effects: Object.keys(EFFECT_LOOKS),
  conditions: CONDITION_NAMES,
};

/** The kinds that are not applied yet, because each can be applied only once. */
export function availableParts(draft: PolicyDraft, kind: PartKind): readonly string[] {
  const applied = new Set(draft[kind].map(({ definition }) => definition));
  return KINDS[kind].filter((name) => !applied.has(name));
}

/** Adds the part, or replaces the one of its kind. `random`: from 0 up to 1. */
export function withPart(
  draft: PolicyDraft,
  kind: PartKind,
  part: RawPart,
  random: () => number,
): PolicyDraft {
  const isThere = draft[kind].some(({ definition }) => definition === part.definition);
  const parts = isThere
    ? draft[kind].map((each) => (each.definition === part.definition ? part : each))
    : [...draft[kind], part];
  const isFirst = kind === 'effects' && draft.effects.length === 0 && draft.icon === undefined;
  return { ...draft, [kind]: parts, ...(isFirst && { icon: suggestedIcon(part.definition, random) }) };
}

export const withoutPart = (draft: PolicyDraft, kind: PartKind, definition: string): PolicyDraft => ({
  ...draft,
  [kind]: draft[kind].filter((each) => each.definition !== definition),
});

function suggestedIcon(effect: string, random: () => number): PolicyIcon | undefined {
  if (!isEffectName(effect)) return undefined;
  const colour = POLICY_COLOURS[Math.floor(random() * POLICY_COLOURS.length)];
  return { base: '', color: colour?.value ?? DEFAULT_COLOUR, icon: EFFECT_LOOKS[effect].suggestedIcon };
}

/** Why the platform would reject this part; undefined where it is valid. */
export function partProblem(kind: PartKind, part: RawPart): string | undefined {
  const whole = { effects: [{ definition: 'MuteDefinition' }], conditions: [] };
  const { issues } = v.safeParse(policyDefinitionSchema, { ...whole, [kind]: [part] });
  return issues?.[0].message;
}

export type DraftProblems = { name?: string; icon?: string; effects?: string };

export const draftProblems = ({ name, icon, effects }: PolicyDraft): DraftProblems => ({
  ...(trimmedText(name) === '' && { name: m.nameMissing }),
  ...(icon === undefined && { icon: m.iconMissing }),
  ...(effects.length === 0 && { effects: m.effectMissing }),
});

/** The policy as a request body; undefined where something is missing. */
export function documentOf(
  draft: PolicyDraft,
  { ownerId, global }: { ownerId: string; global: boolean },
): PolicyDocument | undefined {
  const { name, icon, effects, conditions } = draft;
  if (icon === undefined || Object.keys(draftProblems(draft)).length > 0) return undefined;
  return { name: name.trim(), meta: { icon }, definition: { conditions, effects }, global, ownerId };
}

export const isSameDraft = (a: PolicyDraft, b: PolicyDraft): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
