/**
 * The first field of the form in a dialog (`DialogForm` marks it). Where a choice comes first: the field that has to be
 * filled in, because people type at once; without one the chosen radio button.
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
