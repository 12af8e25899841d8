/**
 * Saves what the wizard holds, part by part: the group itself, who is in it, who sees it, what is applied to it. Where a part
 * fails, the ones before are saved, and the next attempt goes on from there.
 */
import { resultingList } from '#domain/policies/policy-selection.ts';
import type { PolicyApplication } from '#protocol/rest/policy.ts';
import { isSameDraft } from '../../../features/group-members/member-draft.ts';
import { definitionOf } from '../../../shell/groups/group-type.ts';
import type { GroupWrites } from '../group-rest.ts';
import { type GroupDraft, membersOf } from './group-draft.ts';

/** What the platform has of the group, as far as the wizard knows. `id`: undefined until the group is made. */
export type SavedGroup = {
  id: string | undefined;
  draft: GroupDraft;
  global: boolean;
  applications: readonly PolicyApplication[];
  /** False: the platform has not been told who is in it since it was made, or became one of another type. */
  hasMembers: boolean;
};

export type SavePart = 'group' | 'members' | 'tutors' | 'policies';

/** `saved`: as it is after it; `failed`: the part that failed, and why. */
export type SaveOutcome = { saved: SavedGroup } & (
  | { name: 'saved' }
  | { name: 'failed'; part: SavePart; error: unknown }
);

/** An application without an end, which no schedule of its own switches off. */
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
  wanted: GroupDraft,
): Promise<SaveOutcome> {
  let saved = known;
  let part: SavePart = 'group';
  try {
    let now: WithId = await saveItself(rest, known, wanted);
    saved = now;
    part = 'members';
    now = await saveMembers(rest, now, wanted);
    saved = now;
    part = 'tutors';
    if (!isSameDraft(now.draft.tutors, wanted.tutors)) {
      await rest.saveTutors(now.id, { entries: wanted.tutors, former: now.draft.tutors });
      now = with_(now, { tutors: wanted.tutors });
      saved = now;
    }
    part = 'policies';
    if (!isSameDraft(now.draft.policies, wanted.policies)) saved = await savePolicies(rest, now, wanted);
    return { name: 'saved', saved };
  } catch (error) {
    return { name: 'failed', part, error, saved };
  }
}

const with_ = (saved: WithId, fields: Partial<GroupDraft>): WithId => ({
  ...saved,
  draft: { ...saved.draft, ...fields },
});

async function saveItself(rest: GroupWrites, known: SavedGroup, wanted: GroupDraft): Promise<WithId> {
  const { id, draft, global } = known;
  const definitionName = definitionOf(wanted.type);
  const name = wanted.name.trim();
  const { type, hostnames } = wanted;
  const course = type === 'import' ? wanted.course : undefined;
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
    return with_({ ...known, id: made.id, hasMembers: false }, { name, type, hostnames, course });
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
  return with_({ ...known, id, hasMembers }, { name, type, hostnames, ...emptied });
}

async function saveMembers(rest: GroupWrites, saved: WithId, wanted: GroupDraft): Promise<WithId> {
  const entries = membersOf(wanted);
  const former = membersOf(saved.draft) ?? [];
  if (entries === undefined) return saved;
  if (wanted.type === 'match') {
    // A group of patterns has every device where there are none: its devices are told by this call alone.
    if (!saved.hasMembers || !isSameDraft(former, entries))
      await rest.savePatterns(saved.id, { entries, former });
  } else if (!isSameDraft(former, entries)) await rest.saveMembers(saved.id, { entries, former });
  const { users, devices, patterns } = wanted;
  return with_({ ...saved, hasMembers: true }, { users, devices, patterns });
}

async function savePolicies(rest: GroupWrites, saved: WithId, wanted: GroupDraft): Promise<WithId> {
  const policies = resultingList(saved.applications, {
    before: marks(saved.draft.policies),
    after: marks(wanted.policies),
    create,
  });
  // What somebody else has applied or taken off since the wizard was opened stays so.
  const write = { policies, former: saved.applications };
  const applications = await rest.savePolicies({ kind: 'groups', id: saved.id }, write);
  return { ...with_(saved, { policies: wanted.policies }), applications };
}
