/** What Ctrl-S does in a form: what a press of its button would, and nothing that the button does not allow. */
export function saveKeyEffect(
  { repeat }: Pick<KeyboardEvent, 'repeat'>,
  form: { readonly querySelector: (selector: string) => unknown },
): 'submits' | 'isRefused' | 'none' {
  // A key that is held would save again and again.
  if (repeat) return 'none';
  return form.querySelector('[type="submit"]:not(:disabled)') === null ? 'isRefused' : 'submits';
}
