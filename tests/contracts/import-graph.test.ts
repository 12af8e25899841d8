/** The picture of imports between folders in docs/architecture.md is what the code imports, and it has no circle. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { drawImports, importGraph } from '../support/imports/import-graph.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('the imports between folders', () => {
  it('are those of the picture in docs/architecture.md', async () => {
    const page = await readFile(`${root}docs/architecture.md`, 'utf8');
    const [, picture = ''] = /```imports\n([^`]*)\n```/.exec(page) ?? [];
    expect(picture.split('\n')).toEqual(drawImports(await importGraph(root)));
  });

  it('go down: a circle of two folders is refused, also where a third is beside it', () => {
    const circle = { a: ['b'], b: ['c'], c: ['b'] };
    expect(() => drawImports(new Map(Object.entries(circle)))).toThrow('a circle of imports in b, c');
  });
});
