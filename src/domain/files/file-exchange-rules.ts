/** Limits of files that are sent and collected. Pure: problems are codes, and the interface has the texts. */

const MAX_FILES = 5;
/** Files that are sent together must stay below this many bytes in total. */
export const MAX_FILES_BYTES = 1_610_612_736;
const MAX_TEXT_LENGTH = 255;
export const DEFAULT_DESTINATION = '%downloads%';
/** Limit of patterns in one request to a device. */
export const MAX_PATTERNS = 20;

export type SelectionProblem = 'none' | 'too-many' | 'too-large';
export type TextProblem = 'empty' | 'too-long' | 'too-many';

/** Reason why these files cannot be sent; undefined if they can. Sizes are in bytes. */
export function selectionProblem(sizes: readonly number[]): SelectionProblem | undefined {
  if (sizes.length === 0) return 'none';
  if (sizes.length > MAX_FILES) return 'too-many';
  return sizes.reduce((sum, size) => sum + size, 0) < MAX_FILES_BYTES ? undefined : 'too-large';
}

/** Checks a folder on a device, in the device's own notation. */
export function folderProblem(folder: string): TextProblem | undefined {
  if (folder.trim() === '') return 'empty';
  return folder.length > MAX_TEXT_LENGTH ? 'too-long' : undefined;
}

/** `*.docx, report*.pdf` → its patterns. Spaces belong to names, so they do not separate patterns. */
export const filePatterns = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((pattern) => pattern.trim())
      .filter((pattern) => pattern !== ''),
  ),
];

export function patternsProblem(text: string): TextProblem | undefined {
  const patterns = filePatterns(text);
  if (patterns.length === 0) return 'empty';
  if (text.length > MAX_TEXT_LENGTH) return 'too-long';
  return patterns.length > MAX_PATTERNS ? 'too-many' : undefined;
}
