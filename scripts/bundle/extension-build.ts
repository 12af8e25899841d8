/** Builds the Chrome extension as the folder that browsers load unpacked, unless it is up to date. */
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { extensionManifest, ICON } from '../../agent/extension/manifest.ts';
import { type Build, inputHash, isBuildFresh, stampBuild } from './build-stamp.ts';
import { runVite } from './run-vite.ts';

const build: Build = {
  output: 'dist-extension',
  inputs: [
    'agent/core',
    'agent/extension',
    'agent/mqtt',
    'agent/peer',
    'agent/student-ui',
    'package.json',
    'package-lock.json',
    'public/icons',
    'scripts/bundle',
    'src/domain',
    'src/protocol',
    'vite.extension.config.ts',
    'workers/chunks',
  ],
};

/** The folder with the extension, relative to the project's root. */
export const EXTENSION_FOLDER = join(build.output, 'unpacked');

const SOURCE = 'agent/extension';
/** Each is one file without imports, as browsers require of scripts that they run in pages. */
const CONTENT_SCRIPTS = ['blocked-inputs', 'cover', 'typed-text'];

/** Builds into `EXTENSION_FOLDER`, unless it is up to date. Rejects with the bundler's message. */
export async function buildOwnExtension(root: string, signal?: AbortSignal): Promise<void> {
  if (await isBuildFresh(root, build)) return;
  // The hash is computed before the build: a file that is saved meanwhile makes the next start build again.
  const hash = await inputHash(root, build.inputs);
  await buildExtension({ root, outDir: join(root, EXTENSION_FOLDER), signal });
  await stampBuild(join(root, build.output), hash);
}

export type ExtensionOptions = {
  /** The project's root. */
  root: string;
  /** An absolute path. The folder is replaced when the build is complete. */
  outDir: string;
  /** The public key as base64 of its SPKI form, for a folder whose extension id is fixed. */
  publicKey?: string;
  /** An abort stops the build, which then rejects. */
  signal?: AbortSignal | undefined;
};

/** Rejects with the bundler's message. The last build stays then. */
async function buildExtension({ root, outDir, publicKey, signal }: ExtensionOptions): Promise<void> {
  const draft = `${outDir}.${process.pid}`;
  try {
    await mkdir(draft, { recursive: true });
    const config = join(root, 'vite.extension.config.ts');
    const args = ['--config', config, '--outDir', draft, '--emptyOutDir'];
    const { ok, output } = await runVite(root, { args, quiet: true, signal });
    if (!ok) throw new Error(`The extension could not be built:\n${output}`);
    await Promise.all(CONTENT_SCRIPTS.map((name) => buildContentScript(root, draft, name)));
    await copyInto(draft, ICON, join(root, 'public', ICON));
    await copyInto(draft, 'managed-schema.json', join(root, SOURCE, 'managed-schema.json'));
    const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const manifest = extensionManifest({ version, publicKey });
    await writeFile(join(draft, 'manifest.json'), JSON.stringify(manifest, null, 2));
    await rm(outDir, { recursive: true, force: true });
    await rename(draft, outDir);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function copyInto(folder: string, file: string, from: string): Promise<void> {
  const to = join(folder, file);
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
}

async function buildContentScript(root: string, folder: string, name: string): Promise<void> {
  const bundle = await rolldown({ cwd: root, input: join(root, SOURCE, `content/${name}.ts`) });
  try {
    await bundle.write({ file: join(folder, `content/${name}.js`), format: 'iife', minify: true });
  } finally {
    await bundle.close();
  }
}
