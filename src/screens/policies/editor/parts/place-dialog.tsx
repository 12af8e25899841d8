import { useState } from 'react';
import type { ConditionParameters } from '#domain/policies/conditions.ts';
import { canHaveAddresses } from '#domain/policies/network-place.ts';
import { CONDITION_LOOKS } from '#features/policies/parts/part-looks.ts';
import { CheckField, ChoiceField, TextAreaField } from '#ui/field/field.tsx';
import { places as m, m as shared } from '../messages.ts';
import { PartDialog, type PartDialogProps } from '../part-dialog.tsx';
import { LineWarning } from './line-warning.tsx';
import { isSameList, wordsOf, wordsText } from './lines.ts';

type Place = { names: readonly string[]; isActive: boolean; orDisconnected: boolean };
type Subnets = ConditionParameters<'SubnetConditionDefinition'>;
type Ssids = ConditionParameters<'SsidConditionDefinition'>;

const EMPTY: Place = { names: [], isActive: true, orDisconnected: false };
const MAX_TEXT = 60_000;
const SIDES = [
  { value: 'inside', title: m.inside },
  { value: 'outside', title: m.outside },
] as const;

/** The networks in which a policy is active. An edited condition can be submitted only after a change. */
function PlaceDialog(props: {
  title: string;
  label: string;
  hint: string;
  value: Place | undefined;
  /** Returns the entries that can never match a device. They may be submitted all the same. */
  impossible?: (names: readonly string[]) => readonly string[];
  onSubmit: (place: Place) => void;
  onClose: () => void;
}) {
  const [first] = useState(props.value);
  const { names, isActive, orDisconnected } = first ?? EMPTY;
  const [text, setText] = useState(() => wordsText(names));
  const [wish, setWish] = useState({ isActive, orDisconnected });
  const [isAttempted, setAttempted] = useState(false);
  const place: Place = { names: wordsOf(text), ...wish };
  const isSame = isSameList([place], [{ names, isActive, orDisconnected }]);
  const isMissing = place.names.length === 0;
  const unchanged = isSame && first !== undefined ? shared.nothingChanged : undefined;
  return (
    <PartDialog
      title={props.title}
      width="39rem"
      isChanged={!isSame}
      obstacle={isMissing ? shared.required : unchanged}
      onAttempt={() => setAttempted(true)}
      onSubmit={() => props.onSubmit(place)}
      onClose={props.onClose}
    >
      <TextAreaField
        label={props.label}
        hint={props.hint}
        error={isMissing && isAttempted ? shared.required : undefined}
        value={text}
        maxLength={MAX_TEXT}
        maxRows={24}
        isRequired
        onChange={setText}
      />
      <LineWarning text={m.unknown} lines={props.impossible?.(place.names) ?? []} />
      <ChoiceField
        label={m.where}
        value={wish.isActive ? 'inside' : 'outside'}
        options={SIDES}
        onChange={(side) => setWish({ ...wish, isActive: side === 'inside' })}
      />
      <CheckField
        label={m.orDisconnected}
        value={wish.orDisconnected}
        onChange={(next) => setWish({ ...wish, orDisconnected: next })}
      />
    </PartDialog>
  );
}

export function NetworkDialog({ value, onSubmit, onClose }: PartDialogProps<Subnets>) {
  return (
    <PlaceDialog
      title={CONDITION_LOOKS.SubnetConditionDefinition.title}
      label={m.networks}
      hint={m.networksHint}
      value={value && { names: value.subnets, ...wishOf(value) }}
      impossible={(names) => names.filter((name) => !canHaveAddresses(name))}
      onSubmit={({ names, ...wish }) => onSubmit({ subnets: [...names], ...wish })}
      onClose={onClose}
    />
  );
}

export function SsidDialog({ value, onSubmit, onClose }: PartDialogProps<Ssids>) {
  return (
    <PlaceDialog
      title={CONDITION_LOOKS.SsidConditionDefinition.title}
      label={m.ssids}
      hint={m.ssidsHint}
      value={value && { names: value.ssidNames, ...wishOf(value) }}
      onSubmit={({ names, ...wish }) => onSubmit({ ssidNames: [...names], ...wish })}
      onClose={onClose}
    />
  );
}

const wishOf = ({ isActive, orDisconnected }: Omit<Place, 'names'>) => ({ isActive, orDisconnected });
