/**
 * The first field of the form in a dialog (`DialogForm` marks it). If the form begins with a choice, this is
 * the required field, because people type at once. Without one, it is the selected radio button.
 */
export function firstField(dialog: HTMLElement): HTMLElement | null {
  const form = dialog.querySelector('[data-dialog-form]');
  const first = form?.querySelector<HTMLElement>('input:not(:disabled), textarea') ?? null;
  return first instanceof HTMLInputElement && first.type === 'radio'
    ? (form?.querySelector<HTMLElement>('input[required]:not([type=radio]), textarea[required]') ??
        form?.querySelector<HTMLElement>('input[type=radio]:checked') ??
        first)
    : first;
}
