/** Handles the options of `npm start` and `npm run dev` before anything runs. Both reject the same ones. */
import type { PlatformOptions } from '../../server/base/platform-options.ts';
import { codeOf, failed, readOptions } from '../command-options.ts';
import { resetDataFolder } from './data-folder-reset.ts';

/**
 * Parses the options, empties the data folder if `--reset` is given, then calls `launch`. Returns the exit
 * code of the launch, or of an error that was printed.
 */
export async function launchWith(
  args: readonly string[],
  usage: string,
  launch: (options: PlatformOptions) => Promise<number>,
): Promise<number> {
  const read = readOptions(args, usage);
  if (read.name === 'exit') return read.code;
  const { options } = read;
  return codeOf(async () => {
    if (options.reset) {
      const outcome = await resetDataFolder(options.dataDir, options.databaseUrl);
      if (outcome.name === 'refused') return failed(outcome.sentence);
    }
    return launch(options);
  });
}
