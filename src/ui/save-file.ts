/** The browser's way to put a file into the person's downloads. */

/** By then the browser has read the file long ago. */
const KEPT_MS = 60_000;

/**
 * Chromium adds the extension of the type that it takes the content for to a name that has none: `Makefile` would be saved
 * as `Makefile.txt`. Of this type it knows no extension.
 */
const PLAIN_BYTES = 'application/octet-stream';

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file.slice(0, file.size, PLAIN_BYTES));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
