/**
 * Normalises serial numbers and rejects the texts that mainboards and hypervisors ship with. These are from
 * the block lists of GLPI, FusionInventory and OCS Inventory, and from published hardware reports.
 */

/** Cyrillic and Greek capitals that look like a Latin letter. People copy them into lists. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...pairs('АВЕКМНОРСТУХІЈЅ', 'ABEKMHOPCTYXIJS'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  İ: 'I',
};

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, i) => [letter, to[i] ?? letter]));
}

/** A text that consists of these words alone identifies no machine. */
const FILLER_WORDS = new Set(
  `to be is filled fill filling in by the oem oemid default string strings text more system sys serial serials
  number numb numbers num no nr sn na not specified specify unspecified available unavailable applicable
  present set unset settable assigned unassigned defined undefined found known unknown unknow provided
  supported unsupported entered yet null nil none nan empty blank invalid illegal error fail failed value data
  info information standard generic dummy sample example test testing placeholder temp temporary demo eval
  evaluation tbd tba todo chassis case base board baseboard mainboard motherboard mb bios firmware asset tag
  product model name version manufacturer manufacture vendor computer computers pc desktop notebook laptop
  tablet server hardware device machine uuid guid id sku family type type1 type2 type3 config customer custom
  user please change me true false other reserved determined virtual platform dell tulip iatpass qemu kvm bochs
  virtualbox vmware parallels xen hyperv openstack lenovo hp asus asustek acer msi gigabyte intel fujitsu toshiba
  samsung medion megatrends insyde phoenix ami american sernum avail filed here part enclosure denied permission
  access readable unreadable bad index out of spec kein keine unbekannt aucun aucune inconnu ninguno desconocido
  nessuno sconosciuto brak nieznany prototype engineering`
    .toUpperCase()
    .split(/\s+/),
);
/** Recognises the words also if they are written together, as in TOBEFILLEDBYOEM. */
const JOINED = new RegExp(
  `^(?:TO|BE|BY|NO|${[...FILLER_WORDS].filter((word) => /^[A-Z]{3,}$/.test(word)).join('|')})+$`,
);
/** Longer texts are not words, and the expression above would take too long for them. */
const MAX_JOINED = 32;

const KNOWN_FILLERS = new Set([
  'SN-123456FVGV3I0B8O5N6N7K',
  '03000200-0400-0500-0006-000700080009',
  '00020003-0004-0005-0006-000700080009',
  '00010203-0405-0607-0809-0A0B0C0D0E0F',
  '6AB5B300-538D-1014-9FB5-B0684D007B53',
  'DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF',
  '12345678-1234-5678-90AB-CDDEEFAABBCC',
]);

const COUNTING = ['01234567890123456789', '0123456789ABCDEF0123456789ABCDEF', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const COUNTS = [...COUNTING, ...COUNTING.map((text) => [...text].reverse().join(''))];
const MIN_COUNT = 3;
const MIN_COUNT_AFTER_WORDS = 5;
const MIN_COUNT_AFTER_LETTERS = 8;
const MIN_SAME_AFTER_WORDS = 4;
const MIN_PERIODIC = 8;

/**
 * The form in which serial numbers are compared and stored: capitals without blanks. Undefined if the text is
 * empty or a filler, because it does not identify a machine then.
 */
export function serialNumberOf(text: string | null | undefined): string | undefined {
  const plain = (text ?? '')
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim();
  const upper = latinCapitals(plain);
  const serial = upper.replaceAll(/\s+/g, '');
  return isFiller(plain, upper, serial) ? undefined : serial;
}

const latinCapitals = (text: string) =>
  [...text.toUpperCase()]
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
    .replaceAll(/\p{Dash}/gu, '-');

function isFiller(plain: string, upper: string, serial: string): boolean {
  const compact = serial.replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (compact.length <= 1 || isSame(compact) || isPeriodic(compact) || KNOWN_FILLERS.has(serial)) return true;
  if (/^\d+$|^[A-Z]{5,}$|^[0-9A-F]{10,}$/.test(compact) && isCounting(compact, MIN_COUNT)) return true;
  // BSN12345678901234567 and BSS-0123456789 of mainboards.
  const [, digits] = /^[A-Z]{1,4}(\d+)$/.exec(compact) ?? [];
  if (digits !== undefined && isCounting(digits, MIN_COUNT_AFTER_LETTERS)) return true;
  // Words of another alphabet. A serial number has a digit, or Latin letters alone.
  if (!/\p{N}/u.test(compact) && /[^A-Z]/.test(compact)) return true;
  return isFillerWord(compact) || isFillerText(wordsOf(plain, upper));
}

/** Splits words at signs, and at capitals as in SystemSerialNumber. O.E.M. stays one word. */
function wordsOf(plain: string, upper: string): string[] {
  const separated = latinCapitals(plain.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  const split = (text: string) => text.replaceAll('.', '').split(/[^\p{L}\p{N}]+/u);
  const words = split(separated);
  return (words.every(isFillerWord) ? words : split(upper)).filter((word) => word !== '');
}

const isFillerWord = (word: string) =>
  FILLER_WORDS.has(word) || (word.length <= MAX_JOINED && JOINED.test(word)) || word === '';

function isFillerText(words: readonly string[]): boolean {
  const others = words.filter((word) => !isFillerWord(word));
  if (others.length === 0) return true;
  if (others.length === words.length) return false;
  const rest = others.join('');
  return (rest.length >= MIN_SAME_AFTER_WORDS && isSame(rest)) || isCounting(rest, MIN_COUNT_AFTER_WORDS);
}

const isSame = (text: string) => new Set(text).size === 1;

/** ABABABAB, or 01010101 in a UUID. */
const isPeriodic = (text: string) =>
  text.length >= MIN_PERIODIC && text.length % 2 === 0 && text === text.slice(0, 2).repeat(text.length / 2);

/** 12345, 9876543210, 0123456789ABCDEF; 123456789000 and 12345678901234567 too. */
function isCounting(text: string, min: number): boolean {
  const counted = text.replace(/(?<=9|90)0+$/, '') || text;
  return counted.length >= min && COUNTS.some((counts) => counts.includes(counted));
}
