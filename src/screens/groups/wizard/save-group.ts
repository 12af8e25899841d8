/**
 * Saves the wizard's data in parts: the group itself, its members, its tutors, its policies. If a part fails,
 * the earlier ones are saved, and the next attempt continues from there.
 */
import { resultingList } from '#domain/policies/policy-selection.ts';
import { isSameDraft } from '#features/group-members/member-draft.ts';
import type { PolicyApplication } from '#protocol/rest/policy.ts';
import { definitionOf } from '#shell/groups/group-type.ts';
import type { GroupWrites } from '../group-rest.ts';
import { type GroupDraft, membersOf } from './group-draft.ts';

/** The state of the group on the platform, as known to the wizard. `id`: undefined before it is created. */
export type SavedGroup = {
  id: string | undefined;
  draft: GroupDraft;
  global: boolean;
  applications: readonly PolicyApplication[];
  /** False while the members were not sent since the group was created or changed its type. */
  hasMembers: boolean;
};

export type SavePart = 'group' | 'members' | 'tutors' | 'policies';

/** `saved`: the state afterwards; `failed`: the failed part and its error. */
export type SaveOutcome = { saved: SavedGroup } & (
  | { name: 'saved' }
  | { name: 'failed'; part: SavePart; error: unknown }
);

/** An application without an expiry, which no schedule of its own switches off. */
const create = (policyId: string): PolicyApplication => ({
  policyId,
  disabled: false,
  disabledTTL: null,
  expiry: null,
});
const marks = (ids: readonly string[]) => new Map(ids.map((id) => [id, 'checked' as const]));

type WithId = SavedGroup & { id: string };

export async function saveGroupDraft(
  rest: GroupWrites,
  known: SavedGroup,
  next: GroupDraft,
): Promise<SaveOutcome> {
  let saved = known;
  let part: SavePart = 'group';
  try {
    let now: WithId = await saveItself(rest, known, next);
    saved = now;
    part = 'members';
    now = await saveMembers(rest, now, next);
    saved = now;
    part = 'tutors';
    if (!isSameDraft(now.draft.tutors, next.tutors)) {
      await rest.saveTutors(now.id, { entries: next.tutors, former: now.draft.tutors });
      now = withFields(now, { tutors: next.tutors });
      saved = now;
    }
    part = 'policies';
    if (!isSameDraft(now.draft.policies, next.policies)) saved = await savePolicies(rest, now, next);
    return { name: 'saved', saved };
  } catch (error) {
    return { name: 'failed', part, error, saved };
  }
}

const withFields = (saved: WithId, fields: Partial<GroupDraft>): WithId => ({
  ...saved,
  draft: { ...saved.draft, ...fields },
});

async function saveItself(rest: GroupWrites, known: SavedGroup, next: GroupDraft): Promise<WithId> {
  const { id, draft, global } = known;
  const definitionName = definitionOf(next.type);
  const name = next.name.trim();
  const { type, hostnames } = next;
  const course = type === 'import' ? next.course : undefined;
  if (id === undefined) {
    const made = await rest.create({
      definitionName,
      name,
      properties: { permittedHostnames: [...hostnames] },
      global,
      restrictions: null,
      meta: course ? { courseName: course.name } : null,
      source: course?.service ?? null,
      nativeIdf: course?.id ?? null,
      integrationId: course?.integrationId ?? null,
    });
    return withFields({ ...known, id: made.id, hasMembers: false }, { name, type, hostnames, course });
  }
  const isConverted = draft.type !== type;
  const isRestricted = !isSameDraft(draft.hostnames, hostnames);
  if (!isConverted && !isRestricted && draft.name === name) return { ...known, id };
  await rest.save(id, {
    definitionName,
    name,
    global,
    ...(isConverted && { formerDefinitionName: definitionOf(draft.type) }),
    ...(isRestricted && { properties: { permittedHostnames: hostnames } }),
  });
  const emptied = isConverted ? { users: [], devices: [], patterns: [] } : {};
  const hasMembers = known.hasMembers && !isConverted;
  return withFields({ ...known, id, hasMembers }, { name, type, hostnames, ...emptied });
}

async function saveMembers(rest: GroupWrites, saved: WithId, next: GroupDraft): Promise<WithId> {
  const entries = membersOf(next);
  const former = membersOf(saved.draft) ?? [];
  if (entries === undefined) return saved;
  if (next.type === 'match') {
    // No patterns mean every device. Only this call notifies the devices, so it is also sent without changes.
    if (!saved.hasMembers || !isSameDraft(former, entries))
      await rest.savePatterns(saved.id, { entries, former });
  } else if (!isSameDraft(former, entries)) await rest.saveMembers(saved.id, { entries, former });
  const { users, devices, patterns } = next;
  return withFields({ ...saved, hasMembers: true }, { users, devices, patterns });
}

async function savePolicies(rest: GroupWrites, saved: WithId, next: GroupDraft): Promise<WithId> {
  const policies = resultingList(saved.applications, {
    before: marks(saved.draft.policies),
    after: marks(next.policies),
    create,
  });
  // Policies that others applied or removed since the wizard was opened stay so.
  const write = { policies, former: saved.applications };
  const applications = await rest.savePolicies({ kind: 'groups', id: saved.id }, write);
  return { ...withFields(saved, { policies: next.policies }), applications };
}
