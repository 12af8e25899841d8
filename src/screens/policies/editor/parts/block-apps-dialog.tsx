import { isAppRuleVain, judgeApp } from '#domain/policies/app-rules.ts';
import type { EffectParameters } from '#domain/policies/effects.ts';
import { appRuleLine, parseAppRule } from '#features/policies/parts/app-rule-line.ts';
import { EFFECT_LOOKS } from '#features/policies/parts/part-looks.ts';
import { apps as m } from '../messages.ts';
import type { PartDialogProps } from '../part-dialog.tsx';
import { type BlockList, BlockListDialog } from './block-list-dialog.tsx';
import { LineWarning } from './line-warning.tsx';
import { TryOut, verdictResult } from './try-out.tsx';

type Apps = EffectParameters<'BlockAppDefinition'>;
const MODES = { BlackList: m.blackList, WhiteList: m.whiteList };

/** The text may be the name of a program, its path or its window title. */
const judge = (typed: string, { accessMode, lines }: BlockList) =>
  verdictResult(
    judgeApp(
      { title: typed, processName: typed, processPath: typed },
      { accessMode, rules: lines.map(parseAppRule) },
    ),
  );

/** The programs that are closed, or the only ones that may stay open. */
export function BlockAppsDialog({ value, onSubmit, onClose }: PartDialogProps<Apps>) {
  return (
    <BlockListDialog
      title={EFFECT_LOOKS.BlockAppDefinition.title}
      modes={MODES}
      hint={() => m.hint}
      warnings={(lines) => (
        <LineWarning text={m.never} lines={lines.filter((line) => isAppRuleVain(parseAppRule(line)))} />
      )}
      value={
        value && {
          accessMode: value.accessMode,
          report: value.report,
          attachScreenshot: value.attachScreenshot,
          lines: value.rules.map((rule) => appRuleLine(rule)),
        }
      }
      tryOut={(list) => <TryOut label={m.tryOut} hint={m.tryOutHint} judge={(typed) => judge(typed, list)} />}
      onSubmit={({ lines, ...rest }) => onSubmit({ ...rest, rules: lines.map(parseAppRule) })}
      onClose={onClose}
    />
  );
}
