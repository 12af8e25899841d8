/** The browser has read the file by then. */
const DELAY_MS = 60_000;

/**
 * Chromium derives an extension from the content type for names without one: `Makefile` would be saved as
 * `Makefile.txt`. This type has no extension.
 */
const PLAIN_BYTES = 'application/octet-stream';

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file.slice(0, file.size, PLAIN_BYTES));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), DELAY_MS);
}
