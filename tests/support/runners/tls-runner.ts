/** A site runner whose name server speaks TLS, with a certificate of an authority that only this test knows. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerCertificate } from '../../../agent/runner/certificates/authority.ts';
import { openLoopbackAuthority } from '../../../agent/runner/certificates/loopback-authority.ts';
import { startNameServer } from '../../../agent/runner/name-server.ts';
import { createSiteRunner } from '../../../agent/runner/site-runner.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import type { RunningClassroom } from '../classroom/running-classroom.ts';

type NameServer = { port: number; close(): Promise<void> };

async function makeCertificate(): Promise<ServerCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-runner-'));
  const { issue } = await openLoopbackAuthority(folder);
  await rm(folder, { recursive: true });
  return issue();
}

/** Ends with the function that it resolves with. */
async function startRunner(classroom: RunningClassroom, hostname: string, names: NameServer) {
  const { tenant, runner } = await readClassFile(join(classroom.dataDir, 'demo-class.json'));
  if (!runner) throw new Error('the class has no runner');
  const started = createSiteRunner({
    platform: `http://127.0.0.1:${classroom.platform.port}`,
    nameUrl: () => `https://127.0.0.1:${names.port}`,
    tenant,
    secret: () => runner.secret,
    hostname,
  });
  started.start();
  await started.ready;
  return {
    async stop() {
      await started.stop();
      await names.close();
    },
  };
}

export async function startTlsRunner(
  classroom: RunningClassroom,
  hostname: string,
): Promise<{ stop(): Promise<void> }> {
  const consoleOrigins = [new URL(classroom.consoleUrl).origin];
  const tls = await makeCertificate();
  const names = await startNameServer({ hostname, consoleOrigins, tls, port: 0, address: '127.0.0.1' });
  return startRunner(classroom, hostname, names);
}

/** What a name server that has something the matter with it answers; `silent`: nothing, ever. */
type OddAnswer = { status: number; text: string } | 'silent';

/** A runner that answers what `says` tells it to. */
export async function startOddRunner(
  classroom: RunningClassroom,
): Promise<{ says(answer: OddAnswer): void; closeNameServer(): Promise<void>; stop(): Promise<void> }> {
  let answer: OddAnswer = 'silent';
  const server = createServer(await makeCertificate(), (_, response) => {
    if (answer === 'silent') return;
    const headers = { 'access-control-allow-origin': new URL(classroom.consoleUrl).origin };
    response.writeHead(answer.status, headers).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const names = {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const { stop } = await startRunner(classroom, 'odd-server', names);
  return {
    says(next) {
      answer = next;
    },
    closeNameServer: names.close,
    stop,
  };
}
