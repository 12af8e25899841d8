/**
 * The command line of a class and its site's runner. Prints one JSON line, `ready`, once all staying devices
 * are online; failures go to standard error. A parent with an IPC channel receives both, then `stopped`.
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

/** Half of the time that a parent may wait for a clean exit. */
const STOP_TIMEOUT_MS = 1_800;

type Report = { type: 'ready'; online: number } | { type: 'stopped' } | { type: 'failed'; message: string };

/** `onReceived` is called when the parent has received the message, or at once if there is no parent. */
function report(message: Report, onReceived: () => void = () => {}): void {
  if (message.type === 'failed') console.error(message.message);
  if (message.type === 'ready') console.log(JSON.stringify(message));
  if (process.connected && process.send) process.send(message, onReceived);
  else onReceived();
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
  // A demo has no network of its own, so its machines receive the packets on loopback.
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
    // The exit must not wait for the broker. Its last wills then announce the devices as gone.
    const giveUp = setTimeout(() => process.exit(1), STOP_TIMEOUT_MS);
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

/** Starts the name server for consoles on this machine. Its certificate authority is stored in `folder`. */
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
  // Devices that are connected would keep the process running.
  report({ type: 'failed', message }, () => process.exit(1));
});
