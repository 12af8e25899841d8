import { GUIDE_STEPS, type GuideStep, type WholeTenant } from '#protocol/rest/admin/overview.ts';

type Guide = Pick<WholeTenant['guide'], 'done' | 'skipped'>;
export type StepState = 'done' | 'skipped' | 'open';

/** A skipped step that is completed later counts as done. */
export function stepState({ done, skipped }: Guide, step: GuideStep): StepState {
  if (done.includes(step)) return 'done';
  return skipped.includes(step) ? 'skipped' : 'open';
}

/** No step of the guide is open any more. */
export const isGuideOver = (guide: Guide): boolean =>
  GUIDE_STEPS.every((step) => stepState(guide, step) !== 'open');
