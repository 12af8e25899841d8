/**
 * Bundles the Node programs that `npm start` runs into `dist-node`, or leaves them when they are fresh. A program that
 * loads its 500 TypeScript files one by one spends seconds of every start on that.
 */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { type Build, inputHash, isBuildFresh, stampBuild } from './bundle/build-stamp.ts';

const build: Build = {
  output: 'dist-node',
  inputs: [
    'agent/core',
    'agent/mqtt',
    'agent/node',
    'agent/peer',
    'agent/runner',
    'agent/simulated',
    'package.json',
    'package-lock.json',
    'scripts/programs-build.ts',
    'server',
    'src/domain',
    'src/protocol',
  ],
};

const ENTRIES = { platform: 'server/main.ts', students: 'agent/simulated/main.ts' };

/** The bundled file of a program, below the project's root. */
export const programFile = (name: keyof typeof ENTRIES): string => join(build.output, `${name}.js`);

/** Rejects with the bundler's message; the last build stays then, because a build writes a folder of its own first. */
export async function buildPrograms(root: string): Promise<void> {
  if (await isBuildFresh(root, build)) return;
  // The hash is older than what is bundled: a file that is saved meanwhile makes the next start build again.
  const hash = await inputHash(root, build.inputs);
  const output = join(root, build.output);
  const draft = `${output}.${process.pid}`;
  const bundle = await rolldown({
    cwd: root,
    input: ENTRIES,
    platform: 'node',
    // Libraries stay in node_modules: some are native or start workers of their own.
    external: (id) => !/^[./#]/.test(id),
    plugins: [ownUrls()],
  });
  try {
    await bundle.write({ dir: draft, format: 'es', sourcemap: true, cleanDir: true });
    await stampBuild(draft, hash);
    await rm(output, { recursive: true, force: true });
    await rename(draft, output);
  } finally {
    await bundle.close();
    await rm(draft, { recursive: true, force: true });
  }
}

/** Modules find their workers and migrations beside themselves, where the sources are. */
function ownUrls(): Plugin {
  return {
    name: 'own-urls',
    transform(code, id) {
      if (!code.includes('import.meta.url')) return;
      // No line moves, so the map of lines stays as it is.
      return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null };
    },
  };
}
