/**
 * `npm ci` runs this last, so that the first `npm start` finds the console, the programs and the extension
 * built. It never fails an installation: without dev dependencies, or with a broken source, `npm start` builds
 * and reports.
 */
export async function main(): Promise<number> {
  const root = process.cwd();
  try {
    const [{ buildConsole, compressConsole }, { buildPrograms }, { buildOwnExtension }] = await Promise.all([
      import('./console-build.ts'),
      import('./programs-build.ts'),
      import('./bundle/extension-build.ts'),
    ]);
    const [built] = await Promise.all([buildConsole(root), buildPrograms(root), buildOwnExtension(root)]);
    if (built.name !== 'failed') await compressConsole(root);
  } catch {
    // The next start reports the error.
  }
  return 0;
}
