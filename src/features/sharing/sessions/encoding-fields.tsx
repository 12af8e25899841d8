/** How a shared screen is encoded: three presets, or custom settings. */
import { useId } from 'react';
import {
  type Codec,
  DEGRADATIONS,
  FRAMERATES,
  PRESET_ENCODINGS,
  PRESETS,
  type Preset,
  recommendedPreset,
  SCALES,
} from '#domain/encoding.ts';
import { TextField } from '#ui/field/field.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import styles from './encoding-fields.module.css';
import type { EncodingForm } from './encoding-form.ts';
import { m } from './messages.ts';

const FRAMERATE_OPTIONS = FRAMERATES.map((value) => ({ value: value as number, title: String(value) }));
const SCALE_OPTIONS = SCALES.map((value) => ({
  value: value as number,
  title: m.scaleValue({ scale: value }),
}));
const DEGRADATION_OPTIONS = DEGRADATIONS.map((value) => ({ value, title: m.degradations[value] }));
const CHOICES = [...PRESETS, 'custom'] as const;
const MAX_DIGITS = 6;

function numbersOf(choice: Preset | 'custom'): string {
  if (choice === 'custom') return m.customText;
  const { maxBitrate, maxFramerate, scaleResolutionDownBy } = PRESET_ENCODINGS[choice];
  const text = m.presetText({ bitrate: maxBitrate, framerate: maxFramerate, scale: scaleResolutionDownBy });
  return choice === 'low' ? `${text}, ${m.forMany}` : text;
}

type FieldsProps = {
  form: EncodingForm;
  /** The expected number of viewers, which decides the recommended preset. */
  deviceCount: number;
  /** The codecs that this browser can send. */
  codecs: readonly Codec[];
  error: string | undefined;
  onChange: (form: EncodingForm) => void;
};

function CustomFields({ form, codecs, error, onChange }: FieldsProps) {
  const { custom } = form;
  const change = (part: Partial<EncodingForm['custom']>) =>
    onChange({ ...form, custom: { ...custom, ...part } });
  // A remembered codec stays in the list even if this browser does not support it; `auto` is sent then.
  const shown = codecs.includes(custom.codec) ? codecs : [...codecs, custom.codec];
  return (
    <div className={styles.custom}>
      <TextField
        label={m.bitrate}
        inputMode="numeric"
        maxLength={MAX_DIGITS}
        value={custom.maxBitrate}
        error={error}
        onChange={(maxBitrate) => change({ maxBitrate })}
      />
      <SelectField
        label={m.framerate}
        value={custom.maxFramerate}
        options={FRAMERATE_OPTIONS}
        onChange={(maxFramerate) => change({ maxFramerate })}
      />
      <SelectField
        label={m.scale}
        value={custom.scaleResolutionDownBy}
        options={SCALE_OPTIONS}
        onChange={(scaleResolutionDownBy) => change({ scaleResolutionDownBy })}
      />
      <SelectField
        label={m.codec}
        value={custom.codec}
        options={shown.map((value) => ({ value, title: m.codecs[value] }))}
        onChange={(codec) => change({ codec })}
      />
      <SelectField
        label={m.degradation}
        value={custom.degradationPreference}
        options={DEGRADATION_OPTIONS}
        onChange={(degradationPreference) => change({ degradationPreference })}
      />
    </div>
  );
}

export function EncodingFields(props: FieldsProps) {
  const { form, deviceCount, onChange } = props;
  const id = useId();
  const recommended = recommendedPreset(deviceCount);
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{m.quality}</legend>
      {CHOICES.map((choice) => (
        <label key={choice} className={styles.choice}>
          <input
            type="radio"
            name={id}
            checked={choice === form.choice}
            onChange={() => onChange({ ...form, choice })}
          />
          <span className={styles.words}>
            {choice === 'custom' ? m.custom : m.presets[choice]}
            <span className={styles.numbers}>{numbersOf(choice)}</span>
            {choice === recommended ? <span className={styles.recommended}>{m.recommended}</span> : null}
          </span>
        </label>
      ))}
      {form.choice === 'custom' ? <CustomFields {...props} /> : null}
    </fieldset>
  );
}
