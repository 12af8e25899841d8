/**
 * Bundles the Node programs that `npm start` runs into `dist-node`, unless they are up to date. Loading 500
 * TypeScript files one by one would cost seconds at every start.
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

/** Path of the bundled file, relative to the project's root. */
export const programFile = (name: keyof typeof ENTRIES): string => join(build.output, `${name}.js`);

/** Rejects with the bundler's message. The last build stays then: a build writes to its own folder first. */
export async function buildPrograms(root: string): Promise<void> {
  if (await isBuildFresh(root, build)) return;
  // The hash is computed before bundling: a file that is saved meanwhile makes the next start build again.
  const hash = await inputHash(root, build.inputs);
  const output = join(root, build.output);
  const draft = `${output}.${process.pid}`;
  const bundle = await rolldown({
    cwd: root,
    input: ENTRIES,
    platform: 'node',
    // Libraries stay in node_modules, because some are native or start their own workers.
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

/** Modules find workers and migrations by `import.meta.url`, so the bundle has the URLs of the sources. */
function ownUrls(): Plugin {
  return {
    name: 'own-urls',
    transform(code, id) {
      if (!code.includes('import.meta.url')) return;
      // No line moves, so the line mapping stays correct.
      return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null };
    },
  };
}
