/** What each step of the wizard is given. */
import type { GroupDraft } from './group-draft.ts';
import type { GroupSources } from './use-group-sources.ts';

export type StepProps = {
  draft: GroupDraft;
  /** What is saved of the group; undefined for a new one. */
  was: GroupDraft | undefined;
  /** As the platform had the group when the wizard opened; undefined for a new one. */
  source: GroupSources | undefined;
  /** What is wrong, once that is to be said. */
  problem: string | undefined;
  onChange: (fields: Partial<GroupDraft>) => void;
};
