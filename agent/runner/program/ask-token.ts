/** Reads the token from the terminal without showing it, or from the first line of a pipe. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export async function askToken(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<string> {
  if (input.isTTY) output.write('Token of the runner (it is not shown): ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: input.isTTY });
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  });
  lines.close();
  if (input.isTTY) output.write('\n');
  return line.trim();
}
