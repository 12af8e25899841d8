/** The keys and the pointer of a tutor with remote control, for the screen and for tests. */
import type { RemoteHands } from '../../node/remote-screen/remote-screen.ts';
import type { RemoteInput } from './remote-input.ts';

export type RemoteKey = {
  /** The name that browsers use: `a`, `Enter`, `Delete`. */
  key: string;
  /** The modifiers that were held down, in their order. */
  modifiers: readonly string[];
};

const KEPT = 200;
const SHOWN = 12;

/** The browser names of X11 keysyms that are not characters. */
const NAMES: Readonly<Record<number, string>> = {
  65288: 'Backspace',
  65289: 'Tab',
  65293: 'Enter',
  65307: 'Escape',
  65535: 'Delete',
  65360: 'Home',
  65361: 'ArrowLeft',
  65362: 'ArrowUp',
  65363: 'ArrowRight',
  65364: 'ArrowDown',
  65365: 'PageUp',
  65366: 'PageDown',
  65367: 'End',
  65379: 'Insert',
  65505: 'Shift',
  65506: 'Shift',
  65507: 'Control',
  65508: 'Control',
  65509: 'CapsLock',
  65511: 'Meta',
  65512: 'Meta',
  65513: 'Alt',
  65514: 'Alt',
  65515: 'Meta',
  65516: 'Meta',
  65027: 'AltGraph',
};
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph']);
const FIRST_FUNCTION_KEY = 0xffbe;
/** Keysyms of characters above Latin-1 are their code point with this bit. */
const UNICODE = 0x0100_0000;

function nameOf(keysym: number): string {
  if (keysym >= 0x20 && keysym <= 0xff) return String.fromCharCode(keysym);
  if (keysym > UNICODE && keysym <= UNICODE + 0x10ffff) return String.fromCodePoint(keysym - UNICODE);
  if (keysym >= FIRST_FUNCTION_KEY && keysym < FIRST_FUNCTION_KEY + 12)
    return `F${keysym - FIRST_FUNCTION_KEY + 1}`;
  return NAMES[keysym] ?? `#${keysym.toString(16)}`;
}

/** `show` draws the input; undefined when the remote control has ended. */
export function createRemoteHands(show: (input: RemoteInput | undefined) => void): RemoteHands & {
  /** The pressed keys, oldest first. */
  keys(): readonly RemoteKey[];
} {
  const keys: RemoteKey[] = [];
  const held = new Set<string>();
  let recent: readonly string[] = [];
  let pointer: RemoteInput['pointer'];
  const shown = () => show({ keys: recent, pointer });
  return {
    key(keysym, isDown) {
      const key = nameOf(keysym);
      if (isDown) {
        const modifiers = [...held];
        keys.push({ key, modifiers });
        if (keys.length > KEPT) keys.shift();
        if (!MODIFIERS.has(key)) recent = [...recent, [...modifiers, key].join('+')].slice(-SHOWN);
      }
      if (MODIFIERS.has(key)) held[isDown ? 'add' : 'delete'](key);
      shown();
    },
    pointer(at) {
      pointer = at;
      shown();
    },
    keys: () => keys,
    release() {
      held.clear();
      recent = [];
      pointer = undefined;
      show(undefined);
    },
  };
}
