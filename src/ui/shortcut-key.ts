/**
 * The letter or sign of a shortcut in lower case, or the name of another key. The typed letter decides, so
 * that Dvorak and AZERTY work as labelled. Layouts without Latin letters use the position on a US keyboard.
 */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  // Cyrillic layouts and the Hebrew one type a full stop with the slash key.
  if (code === 'Slash' && key === '.') return '/';
  const isTyped = /^(?:[\p{ASCII}\p{Script=Latin}]|.{2,})$/u.test(key);
  const place = isTyped ? undefined : code === 'Slash' ? '/' : /^Key([A-Z])$/.exec(code)?.[1];
  return (place ?? key).toLowerCase();
}
