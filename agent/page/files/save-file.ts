/** The browser reads a download's address right after the click; nothing says when it has. */
const REVOKE_AFTER_MS = 60_000;

/** Of a type that the browser knows it would add an extension to a name that has none, such as `Makefile`. */
const PLAIN_BYTES = 'application/octet-stream';

/** Saves a file as the browser saves downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file.slice(0, file.size, PLAIN_BYTES));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}
