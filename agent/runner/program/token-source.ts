/** The source of the runner's token, which is neither on the command line nor in the output. */
import { readFileSync, statSync } from 'node:fs';

export type TokenSource =
  | { name: 'file'; path: string }
  | { name: 'environment'; token: string }
  | { name: 'missing' };

const MISSING = 'There is no token: name a file that holds it by --token-file, or set LECTERN_RUNNER_TOKEN.';

/** Reads the token at each call, so that a changed file is used. Throws an error for the user. */
export function readToken(source: TokenSource): string {
  if (source.name === 'missing') throw new Error(MISSING);
  const token = (source.name === 'environment' ? source.token : readTokenFile(source.path)).trim();
  if (token === '')
    throw new Error(source.name === 'file' ? `The token file ${source.path} is empty.` : MISSING);
  return token;
}

function readTokenFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The token file ${path} cannot be read (${code}).`);
  }
}

/** True if all users of this machine can read the file. Windows has no such mode to check. */
export function isReadByEverybody(source: TokenSource, platform: NodeJS.Platform): boolean {
  if (source.name !== 'file' || platform === 'win32') return false;
  return ((statSync(source.path, { throwIfNoEntry: false })?.mode ?? 0) & 0o004) !== 0;
}
