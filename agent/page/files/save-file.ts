/** The browser reads a download's URL shortly after the click, and no event reports when it has. */
const DELAY_MS = 60_000;

/** A type that the browser knows would add an extension to names without one, such as `Makefile`. */
const PLAIN_BYTES = 'application/octet-stream';

/** Saves a file as a browser download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file.slice(0, file.size, PLAIN_BYTES));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), DELAY_MS);
}
