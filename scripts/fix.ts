/** `npm run fix`: formats, applies lint fixes, and regenerates the import rules from their table. */
import { writeFile } from 'node:fs/promises';
import { runTool } from './run-tool.ts';
import { wallsFile } from './walls.ts';

export async function main(args: readonly string[]): Promise<number> {
  await writeFile('scripts/lint/biome.walls.json', wallsFile());
  return runTool('@biomejs/biome/bin/biome', ['check', '--write', ...(args.length > 0 ? args : ['.'])]);
}
