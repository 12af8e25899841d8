/** Makes a safe file name from an outside name, without path separators and forbidden characters. */

/** Most file systems allow 255 bytes. A number must fit after the name. */
const MAX_BYTES = 200;
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]/gu;
/** Windows opens a device in place of a file with such a name, also with an ending. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?= *(?:\.|$))/i;

export function safeName(name: string): string {
  const plain = name
    .replace(FORBIDDEN, '_')
    .replace(/(?<![. ])[. ]+$/, '')
    .replace(/^[. ]+/, '')
    .trim()
    .replace(WINDOWS_DEVICE, '_$&');
  if (plain === '') return 'file';
  const { stem, ending } = partsOf(plain);
  let short = stem;
  while (Buffer.byteLength(short + ending) > MAX_BYTES) short = short.slice(0, -1);
  // Half of a surrogate pair may be left.
  return short.replace(/\p{Cs}$/u, '') + ending;
}

/** `essay.docx` → `essay (2).docx`. */
export function numberedName(name: string, number: number): string {
  const { stem, ending } = partsOf(name);
  return `${stem} (${number})${ending}`;
}

function partsOf(name: string): { stem: string; ending: string } {
  const [ending = ''] = /\.[^.]{1,16}$/.exec(name) ?? [];
  return ending.length < name.length
    ? { stem: name.slice(0, name.length - ending.length), ending }
    : { stem: name, ending: '' };
}
