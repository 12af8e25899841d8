/**
 * Runs one of the project's commands: `node scripts/run.mjs start|dev|renew-secrets|… [options]`. This file
 * is plain JavaScript that old versions of Node can parse, so that they report the missing version instead of
 * a syntax error.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 12)) {
  console.error(`Lectern needs Node 20.19, or 22.12 and newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
if (!existsSync(new URL('../node_modules/tsx/package.json', import.meta.url))) {
  console.error('The libraries are not installed yet: run “npm ci” first.');
  process.exit(1);
}

const [name = '', ...args] = process.argv.slice(2);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { register } = await import('tsx/esm/api');
register();
const { main } = await import(`./${name}.ts`);
process.exitCode = await main(args);
