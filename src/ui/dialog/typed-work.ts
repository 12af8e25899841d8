/** Whether somebody has typed something into a box, and it is still there. */
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

/** What is typed to look for something is no work. */
const isLookingFor = (field: HTMLElement) =>
  field.getAttribute('role') === 'combobox' || (field instanceof HTMLInputElement && field.type === 'search');

/** The text of a field that is written in; undefined for everything else. */
function textOf(field: EventTarget): string | undefined {
  if (!(field instanceof HTMLElement) || isLookingFor(field)) return undefined;
  if (field instanceof HTMLTextAreaElement) return field.value;
  if (field instanceof HTMLInputElement) return NOT_TYPED.has(field.type) ? undefined : field.value;
  return field.isContentEditable || field.getAttribute('contenteditable') === 'true'
    ? (field.textContent ?? '')
    : undefined;
}

/**
 * `onFocus` stands on the box. A field counts when it is another than it was when it first got the focus, and not empty;
 * one that is gone does not.
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
