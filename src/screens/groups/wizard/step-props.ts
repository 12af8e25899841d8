/** Props of each step of the wizard. */
import type { GroupDraft } from './group-draft.ts';
import type { GroupSources } from './use-group-sources.ts';

export type StepProps = {
  draft: GroupDraft;
  /** The saved fields; undefined for a new group. */
  was: GroupDraft | undefined;
  /** The group as the platform had it when the wizard opened; undefined for a new group. */
  source: GroupSources | undefined;
  /** Error text, once it should be shown. */
  problem: string | undefined;
  onChange: (fields: Partial<GroupDraft>) => void;
};
