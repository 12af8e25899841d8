/** `npm run fix`: formats and repairs what can be repaired, and writes the import rules anew from their table. */
import { writeFile } from 'node:fs/promises';
import { runTool } from './run-tool.ts';
import { wallsFile } from './walls.ts';

export async function main(args: readonly string[]): Promise<number> {
  await writeFile('scripts/lint/biome.walls.json', wallsFile());
  return runTool('@biomejs/biome/bin/biome', ['check', '--write', ...(args.length > 0 ? args : ['.'])]);
}
