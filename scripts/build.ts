import { buildConsole } from './console-build.ts';

export async function main(): Promise<number> {
  const outcome = await buildConsole(process.cwd(), { force: true, quiet: false });
  return outcome.name === 'failed' ? 1 : 0;
}
