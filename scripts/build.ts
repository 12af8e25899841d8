import { buildConsole } from './console-build.ts';

export async function main(): Promise<number> {
  const outcome = await buildConsole(process.cwd(), { force: true, quiet: false });
  if (outcome.name !== 'failed') return 0;
  // What vite says stands there already; what went wrong beside it does not.
  if (outcome.output !== '') console.error(outcome.output);
  return 1;
}
