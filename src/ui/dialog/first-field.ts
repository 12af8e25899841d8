/** The first field of the form in a dialog (`DialogForm` marks it); among radio buttons the chosen one. */
export function firstField(dialog: HTMLElement): HTMLElement | null {
  const form = dialog.querySelector('[data-dialog-form]');
  const first = form?.querySelector<HTMLElement>('input:not(:disabled), textarea') ?? null;
  return first instanceof HTMLInputElement && first.type === 'radio'
    ? (form?.querySelector<HTMLElement>('input[type=radio]:checked') ?? first)
    : first;
}
