/** Rows of the policy catalogue. */
import { shownName } from '#domain/people/shown-name.ts';
import { conditionLook, effectLook } from '#features/policies/parts/part-looks.ts';
import { type PolicyParts, policySentence } from '#features/policies/parts/policy-sentence.ts';
import type { Policy } from '#protocol/rest/policy.ts';
import { m } from '../messages.ts';

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** A policy with its description, which is shown and searched. */
export type ListedPolicy = { id: string; policy: Policy; sentence: string; text: string };

const partsOf = ({ definition }: Policy): PolicyParts => definition ?? { effects: [], conditions: [] };

/** Sorted by name. */
export function listedPolicies(policies: readonly Policy[]): ListedPolicy[] {
  return [...policies]
    .sort((a, b) => byName.compare(a.name, b.name))
    .map((policy) => {
      const parts = partsOf(policy);
      const sentence = policySentence(parts);
      const titles = [
        ...parts.effects.map(({ definition }) => effectLook(definition).title),
        ...parts.conditions.map(({ definition }) => conditionLook(definition).title),
      ];
      return {
        id: policy.id,
        policy,
        sentence,
        text: [policy.name, ...titles, sentence].join(' '),
      };
    });
}

export const titleOf = ({ name }: Pick<Policy, 'name'>): string => shownName(name, 100) || m.unnamed;
