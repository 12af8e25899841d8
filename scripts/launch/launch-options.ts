/** What `npm start` and `npm run dev` do with their options before anything runs: both refuse the same things. */
import type { PlatformOptions } from '../../server/options.ts';
import { codeOf, failed, readOptions } from '../command-options.ts';
import { resetDataFolder } from './data-folder-reset.ts';

/**
 * Reads the options, empties the data folder where `--reset` asks for that, then launches. Returns the exit code: of
 * the launch, or of a refusal, which has been said.
 */
export async function launchWith(
  args: readonly string[],
  usage: string,
  launch: (options: PlatformOptions) => Promise<number>,
): Promise<number> {
  const read = readOptions(args, usage);
  if (read.name === 'said') return read.code;
  const { options } = read;
  return codeOf(async () => {
    if (options.reset) {
      const outcome = await resetDataFolder(options.dataDir, options.databaseUrl);
      if (outcome.name === 'refused') return failed(outcome.sentence);
    }
    return launch(options);
  });
}
