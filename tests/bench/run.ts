/** `npm run bench -- NAME [options]`: runs `tests/bench/NAME.bench.ts`; without a name it lists them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Bench } from './meters/measurement.ts';
import { toMeasurement } from './meters/measurement.ts';

const ENDING = '.bench.ts';

/** Each bench file exports `bench`. Answers 1 when a measurement missed its aim or the bench failed. */
export async function runBench(root: string, [name, ...args]: readonly string[]): Promise<number> {
  const folder = join(root, 'tests/bench');
  const names = (await readdir(folder)).filter((file) => file.endsWith(ENDING));
  if (name === undefined || !names.includes(`${name}${ENDING}`)) {
    const list = names.map((file) => file.slice(0, -ENDING.length)).join(', ');
    console.error(
      `${name === undefined ? 'Which bench?' : `There is no bench “${name}”.`} There are: ${list || 'none'}`,
    );
    return 1;
  }
  const { bench } = (await import(pathToFileURL(join(folder, `${name}${ENDING}`)).href)) as { bench: Bench };
  const undos: (() => Promise<void> | void)[] = [];
  let missed = false;
  try {
    await bench({
      args,
      say: (line) => console.error(line),
      atEnd: (undo) => undos.push(undo),
      report(reading) {
        const measurement = toMeasurement(name, reading);
        missed ||= !measurement.ok;
        process.stdout.write(`${JSON.stringify(measurement)}\n`);
      },
    });
  } finally {
    for (const undo of undos.reverse()) await undo();
  }
  return missed ? 1 : 0;
}
