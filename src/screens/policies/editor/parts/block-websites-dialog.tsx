import type { EffectParameters } from '#domain/policies/effects.ts';
import { type LineProblem, pageLineProblem } from '#domain/policies/page-line.ts';
import { judgePage } from '#domain/policies/page-rules.ts';
import { pageAddress } from '#features/action-bar/page-address.ts';
import { EFFECT_LOOKS } from '#features/policies/parts/part-looks.ts';
import { websites as m } from '../messages.ts';
import type { PartDialogProps } from '../part-dialog.tsx';
import { type BlockList, BlockListDialog } from './block-list-dialog.tsx';
import { LineWarning } from './line-warning.tsx';
import { TryOut, type TryResult, verdictResult } from './try-out.tsx';

type Websites = EffectParameters<'BlockWebsitesDefinition'>;
const MODES = { BlackList: m.blackList, WhiteList: m.whiteList };
const HINTS = { BlackList: m.blackListHint, WhiteList: m.whiteListHint };

function judge(typed: string, { accessMode, lines }: BlockList): TryResult {
  const url = pageAddress(typed);
  if (url === undefined) return { look: 'unknown', text: m.noAddress };
  return verdictResult(judgePage(url, { accessMode, urls: lines }));
}

/** The pages that are blocked, or the only ones that are allowed. */
export function BlockWebsitesDialog({ value, onSubmit, onClose }: PartDialogProps<Websites>) {
  return (
    <BlockListDialog
      title={EFFECT_LOOKS.BlockWebsitesDefinition.title}
      modes={MODES}
      hint={(mode) => HINTS[mode]}
      warnings={(lines) => <Warnings lines={lines} />}
      value={value && { ...reportsOf(value), accessMode: value.accessMode, lines: value.urls }}
      tryOut={(list) => <TryOut label={m.tryOut} hint={m.tryOutHint} judge={(typed) => judge(typed, list)} />}
      onSubmit={({ lines, ...rest }) => onSubmit({ ...rest, urls: [...lines] })}
      onClose={onClose}
    />
  );
}

function Warnings({ lines }: { lines: readonly string[] }) {
  const problems = lines.map(pageLineProblem);
  const withProblem = (problem: LineProblem) => lines.filter((_, at) => problems[at] === problem);
  return (
    <>
      <LineWarning text={m.never} lines={withProblem('never-matches')} />
      <LineWarning text={m.singleWord} lines={withProblem('single-word')} />
    </>
  );
}

const reportsOf = ({ report, attachScreenshot }: Websites) => ({ report, attachScreenshot });
