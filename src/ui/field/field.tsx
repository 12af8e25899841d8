/** Form fields with a label, a hint and an error. */
import { type CSSProperties, type HTMLAttributes, type ReactNode, useId, useState } from 'react';
import styles from './field.module.css';

export type FieldProps = {
  label: string;
  hint?: string;
  error?: string | undefined;
};

/** The attributes that connect a control with its hint and its error. */
export function useDescription({ hint, error }: FieldProps) {
  const id = useId();
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    control: { id, 'aria-invalid': error !== undefined, ...(ids && { 'aria-describedby': ids }) },
  };
}

export function Notes({ id, hint, error }: FieldProps & { id: string }) {
  return (
    <>
      {hint === undefined ? null : (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      {error === undefined ? null : (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </>
  );
}

type TextProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  isRequired?: boolean;
  /** The error of a required field that was cleared. */
  requiredText?: string;
};

/** The error of the form, or of a required text that was cleared. A never filled field has none. */
function useTextError({ value, isRequired, error, requiredText = 'Field is required' }: TextProps) {
  const [wasFilled, setFilled] = useState(value !== '');
  if (!wasFilled && value !== '') setFilled(true);
  const isCleared = isRequired === true && wasFilled && value.trim() === '';
  return error ?? (isCleared ? requiredText : undefined);
}

export function TextField(
  props: TextProps & {
    type?: 'text' | 'password';
    inputMode?: HTMLAttributes<HTMLElement>['inputMode'];
    isReadOnly?: boolean;
  },
) {
  const described = { ...props, error: useTextError(props) };
  const { id, control } = useDescription(described);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {props.label}
      </label>
      <input
        {...control}
        type={props.type ?? 'text'}
        inputMode={props.inputMode}
        className={styles.input}
        value={props.value}
        maxLength={props.maxLength}
        required={props.isRequired}
        readOnly={props.isReadOnly}
        // The values concern students' machines, so the browser must not offer the tutor's own accounts.
        autoComplete={props.type === 'password' ? 'new-password' : 'off'}
        spellCheck={false}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <Notes id={id} {...described} />
    </div>
  );
}

/** `maxRows`: grows with its text from four rows to this number; otherwise the height is fixed. */
export function TextAreaField(props: TextProps & { maxRows?: number }) {
  const described = { ...props, error: useTextError(props) };
  const { id, control } = useDescription(described);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {props.label}
      </label>
      <textarea
        {...control}
        className={props.maxRows === undefined ? styles.input : `${styles.input} ${styles.growing}`}
        style={{ '--max-rows': props.maxRows } as CSSProperties}
        rows={4}
        value={props.value}
        maxLength={props.maxLength}
        required={props.isRequired}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <Notes id={id} {...described} />
    </div>
  );
}

/** A choice of one option. `value` is undefined until one has been chosen. */
export function ChoiceField<Value extends string>(
  props: FieldProps & {
    value: Value | undefined;
    options: readonly { value: Value; title: string; isDisabled?: boolean }[];
    onChange: (value: Value) => void;
  },
) {
  const { id, control } = useDescription(props);
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{props.label}</legend>
      <div className={styles.choices}>
        {props.options.map(({ value, title, isDisabled }, at) => (
          <label key={value} className={styles.choice}>
            <input
              {...control}
              id={`${id}-${at}`}
              type="radio"
              name={id}
              checked={value === props.value}
              disabled={isDisabled}
              onChange={() => props.onChange(value)}
            />
            {title}
          </label>
        ))}
      </div>
      <Notes id={id} {...props} />
    </fieldset>
  );
}

export function CheckField(props: {
  label: ReactNode;
  value: boolean;
  isDisabled?: boolean;
  onChange: (value: boolean) => void;
}) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={props.value}
        disabled={props.isDisabled}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      {props.label}
    </label>
  );
}
