/**
 * A class at the command line, and the runner of its site. Says one JSON line, `ready`, once everybody who stays is online; failures go to
 * standard error. A parent that opened an IPC channel hears both, and `stopped` after everybody has left.
 */
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { openLoopbackAuthority } from '../runner/certificates/loopback-authority.ts';
import { startNameServer } from '../runner/name-server.ts';
import { createSiteRunner } from '../runner/site-runner.ts';
import { readClassFile } from './class-file.ts';
import { deployedClass } from './deployed-class.ts';
import { readOptions, USAGE } from './options.ts';
import { createSimulatedClass } from './simulated-class.ts';
import { listenForWakes } from './wake-listener.ts';

/** Half of what a parent may wait for a clean exit. */
const EXIT_WITHIN_MS = 1_800;

type Report = { type: 'ready'; online: number } | { type: 'stopped' } | { type: 'failed'; message: string };

/** `heard`: called when the parent has it, or there is none that hears. */
function report(message: Report, heard: () => void = () => {}): void {
  if (message.type === 'failed') console.error(message.message);
  if (message.type === 'ready') console.log(JSON.stringify(message));
  if (process.connected && process.send) process.send(message, heard);
  else heard();
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if ('problem' in options) {
    report({ type: 'failed', message: `${options.problem}; ${USAGE}` });
    process.exitCode = 2;
    return;
  }
  const ownClass = await readClassFile(options.classFile);
  const classFile =
    options.deploymentFile === undefined
      ? ownClass
      : deployedClass(ownClass, await readFile(options.deploymentFile, 'utf8'));
  const simulation = createSimulatedClass({ ...options, class: classFile });
  const { tenant, runner: about } = classFile;
  // A demo has no network of its own: its machines hear the packets on loopback.
  const network = await listenForWakes((macAddress) => simulation.wake(macAddress));
  const wakeTarget = options.wakeTarget ?? about?.wakeTarget ?? network.destination;
  const names = about && (await startDemoNameServer(options.platform, tenant, dirname(options.classFile)));
  const runner =
    about &&
    createSiteRunner({
      platform: options.platform,
      tenant,
      secret: () => about.secret,
      wakeTarget,
      nameUrl: () => names?.url,
      isUntrusted: () => true,
    });
  runner?.start();

  const leave = async () => {
    // Without an answer from the broker the exit must not wait: its last wills say what is left to say.
    const giveUp = setTimeout(() => process.exit(1), EXIT_WITHIN_MS);
    network.close();
    await Promise.all([simulation.stop(), runner?.stop(), names?.close()]);
    clearTimeout(giveUp);
    report({ type: 'stopped' });
    process.disconnect?.();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void leave());
  process.once('disconnect', () => void leave());

  await simulation.ready;
  report({ type: 'ready', online: simulation.counters().online });
}

/** The demo's consoles are on this machine, and so is its network. What vouches for it is kept in `folder`. */
async function startDemoNameServer(platform: string, tenant: string, folder: string) {
  const { port } = new URL(platform);
  const consoleOrigins = [`http://${tenant}.localhost:${port}`];
  const tls = (await openLoopbackAuthority(folder)).issue();
  const server = await startNameServer({
    hostname: hostname(),
    consoleOrigins,
    tls,
    port: 0,
    address: '127.0.0.1',
  });
  return { url: `https://127.0.0.1:${server.port}`, close: server.close };
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  // Devices that are connected already would go on.
  report({ type: 'failed', message }, () => process.exit(1));
});
