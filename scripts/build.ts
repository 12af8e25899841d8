/** `npm run build`: the console and the bundled programs, as `npm start` makes them. */
import { buildConsole, compressConsole } from './console-build.ts';
import { buildPrograms } from './programs-build.ts';

export async function main(): Promise<number> {
  await buildPrograms(process.cwd());
  const outcome = await buildConsole(process.cwd(), {
    force: true,
    hasSourceMaps: true,
    quiet: false,
  });
  if (outcome.name !== 'failed') {
    await compressConsole(process.cwd());
    return 0;
  }
  // What vite says stands there already; what went wrong beside it does not.
  if (outcome.output !== '') console.error(outcome.output);
  return 1;
}
