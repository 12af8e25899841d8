/** Decodes a text file: spreadsheets write UTF-8, UTF-16, or the code page of their country. */

/** The code pages of spreadsheets, with displayed names. */
export const CODE_PAGES = {
  'windows-1252': 'Western European',
  'windows-1250': 'Central European',
  'windows-1251': 'Cyrillic',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  'windows-1257': 'Baltic',
  'windows-1258': 'Vietnamese',
  'windows-874': 'Thai',
  macintosh: 'Western European (Macintosh)',
  shift_jis: 'Japanese',
  gbk: 'Chinese (simplified)',
  big5: 'Chinese (traditional)',
  'euc-kr': 'Korean',
} as const;
export type CodePage = keyof typeof CODE_PAGES;

/** `codePage`: undefined for Unicode text. */
export type ReadText = { text: string; codePage: CodePage | undefined };

/** Undefined for binary data, such as a workbook or a picture. */
export function readText(
  bytes: Uint8Array<ArrayBuffer>,
  codePage: CodePage = 'windows-1252',
): ReadText | undefined {
  const read = isUtf16(bytes) ?? isUtf8(bytes);
  const text = new TextDecoder(read ?? codePage).decode(bytes);
  if (isBinary(text)) return undefined;
  return { text, codePage: read === undefined ? codePage : undefined };
}

/** Recognised by a byte order mark, or by the zero bytes of Latin letters and line ends. */
function isUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const some = bytes.subarray(0, 2_000);
  const zeros = [0, 0];
  for (const [at, byte] of some.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = some.length / 8;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : undefined;
}

/** A file that was cut off or put together from several may have a few bytes of another encoding. */
function isUtf8(bytes: Uint8Array<ArrayBuffer>): 'utf-8' | undefined {
  const letters = new TextDecoder('utf-8').decode(bytes).match(/\P{ASCII}/gu) ?? [];
  const invalid = letters.filter((letter) => letter === '\ufffd').length;
  return invalid * 2 <= letters.length - invalid ? 'utf-8' : undefined;
}

/**
 * Text has no control characters beside blanks and line ends. A few are tolerated, because programs for tills
 * and terminals leave some.
 */
function isBinary(text: string): boolean {
  const some = text.slice(0, 4_000);
  const controls = some.match(/(?!\s)\p{Cc}/gu)?.length ?? 0;
  return some.startsWith('PK\x03\x04') || controls > 2 + some.length / 50;
}
