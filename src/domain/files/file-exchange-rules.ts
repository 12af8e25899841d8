/** What may be sent and asked for. Pure: problems are codes, the words live in the interface. */

const MAX_FILES = 5;
/** Everything that is sent at once stays under it, in bytes. */
export const MAX_FILES_BYTES = 1_610_612_736;
const MAX_TEXT_LENGTH = 255;
export const DEFAULT_DESTINATION = '%downloads%';
/** As many as one question to a device may have. */
export const MAX_PATTERNS = 20;

export type SelectionProblem = 'none' | 'too-many' | 'too-large';
export type TextProblem = 'empty' | 'too-long' | 'too-many';

/** Why these files cannot be sent; undefined where they can. Sizes in bytes. */
export function selectionProblem(sizes: readonly number[]): SelectionProblem | undefined {
  if (sizes.length === 0) return 'none';
  if (sizes.length > MAX_FILES) return 'too-many';
  return sizes.reduce((sum, size) => sum + size, 0) < MAX_FILES_BYTES ? undefined : 'too-large';
}

/** A folder of a device, in its own notation. */
export function folderProblem(folder: string): TextProblem | undefined {
  if (folder.trim() === '') return 'empty';
  return folder.length > MAX_TEXT_LENGTH ? 'too-long' : undefined;
}

/** `*.docx, report*.pdf` → its patterns. Spaces belong to names, so only commas and semicolons part them. */
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
