import type { ComponentType } from 'react';
import * as v from 'valibot';
import { CONDITION_PARAMETERS, isConditionName } from '#domain/policies/conditions.ts';
import { EFFECT_PARAMETERS, isEffectName } from '#domain/policies/effects.ts';
import type { RawPart } from '#domain/policies/policy-definition.ts';
import type { PartDialogProps } from './part-dialog.tsx';
import { BlockAppsDialog } from './parts/block-apps-dialog.tsx';
import { BlockWebsitesDialog } from './parts/block-websites-dialog.tsx';
import { KeywordDialog } from './parts/keyword-dialog.tsx';
import { LaunchDialog } from './parts/launch-dialog.tsx';
import { LockDialog } from './parts/lock-dialog.tsx';
import { NetworkDialog, SsidDialog } from './parts/place-dialog.tsx';
import { PowerDialog } from './parts/power-dialog.tsx';
import { ScheduleDialog } from './parts/schedule-dialog.tsx';

type Parameters = Record<string, unknown>;

/** The schema of each kind validates the input of its dialog, and the platform validates the output. */
const DIALOGS = {
  BlockWebsitesDefinition: BlockWebsitesDialog,
  LockScreenDefinition: LockDialog,
  PowerActionsDefinition: PowerDialog,
  BlockAppDefinition: BlockAppsDialog,
  KeywordMonitoringDefinition: KeywordDialog,
  LaunchActionDefinition: LaunchDialog,
  ScheduleConditionDefinition: ScheduleDialog,
  SubnetConditionDefinition: NetworkDialog,
  SsidConditionDefinition: SsidDialog,
} as unknown as Readonly<Record<string, ComponentType<PartDialogProps<Parameters>>>>;

/** Parts without parameters are added without a dialog. */
export const hasDialog = (definition: string): boolean => Object.hasOwn(DIALOGS, definition);

/** Initial parameters of a part that has no dialog. */
export const plainPart = (definition: string): RawPart => ({
  definition,
  parameters:
    definition === 'BlockAllWebsitesDefinition' ? { accessMode: 'WhiteList', urls: [], report: false } : {},
});

/** Undefined if the part is new or invalid. */
function parametersOf({ definition, parameters = {} }: RawPart): Parameters | undefined {
  const schema = isEffectName(definition)
    ? EFFECT_PARAMETERS[definition]
    : isConditionName(definition)
      ? CONDITION_PARAMETERS[definition]
      : undefined;
  if (schema === undefined) return undefined;
  const { success, output } = v.safeParse(schema as v.GenericSchema<unknown, Parameters>, parameters);
  return success ? output : undefined;
}

/** The dialog that edits a part. `part`: undefined while it is being added. */
export function PartEditor(props: {
  definition: string;
  part: RawPart | undefined;
  onSubmit: (part: RawPart) => void;
  onClose: () => void;
}) {
  const { definition, part } = props;
  const Dialog = DIALOGS[definition];
  if (Dialog === undefined) return null;
  return (
    <Dialog
      value={part && parametersOf(part)}
      onSubmit={(parameters) => props.onSubmit({ definition, parameters })}
      onClose={props.onClose}
    />
  );
}
