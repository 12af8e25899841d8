/** Detects text that a person has typed into a dialog. */
import { type FocusEventHandler, useRef } from 'react';

const NOT_TYPED = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);

/** A search text is not worth keeping. */
const isLookingFor = (field: HTMLElement) =>
  field.getAttribute('role') === 'combobox' || (field instanceof HTMLInputElement && field.type === 'search');

/** The text of an editable element; undefined for other elements. */
function textOf(field: EventTarget): string | undefined {
  if (!(field instanceof HTMLElement) || isLookingFor(field)) return undefined;
  if (field instanceof HTMLTextAreaElement) return field.value;
  if (field instanceof HTMLInputElement) return NOT_TYPED.has(field.type) ? undefined : field.value;
  return field.isContentEditable || field.getAttribute('contenteditable') === 'true'
    ? (field.textContent ?? '')
    : undefined;
}

/**
 * `onFocus` belongs on the dialog. A field counts if its text is not empty and has changed since its first
 * focus; removed fields do not count.
 */
export function useTypedWork(): { onFocus: FocusEventHandler<HTMLElement>; hasTyped(): boolean } {
  const first = useRef(new Map<HTMLElement, string>());
  return {
    onFocus({ target }: { target: EventTarget }) {
      const text = textOf(target);
      if (text !== undefined && target instanceof HTMLElement && !first.current.has(target))
        first.current.set(target, text);
    },
    hasTyped: () =>
      [...first.current].some(([field, before]) => {
        const now = field.isConnected ? (textOf(field) ?? '') : '';
        return now.trim() !== '' && now !== before;
      }),
  };
}
