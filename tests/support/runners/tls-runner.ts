/** A site runner whose name server speaks TLS, with a certificate of its own. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNameServer } from '../../../agent/runner/name-server.ts';
import { createSiteRunner } from '../../../agent/runner/site-runner.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import type { RunningClassroom } from '../classroom/running-classroom.ts';

async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-runner-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...name, '-keyout', keyFile, '-out', certFile], {
    stdio: 'ignore',
  });
  const made = { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') };
  await rm(folder, { recursive: true });
  return made;
}

/** Ends with the function that it resolves with. */
export async function startTlsRunner(
  classroom: RunningClassroom,
  hostname: string,
): Promise<{ stop(): Promise<void> }> {
  const { tenant, runner } = await readClassFile(join(classroom.dataDir, 'demo-class.json'));
  if (!runner) throw new Error('the class has no runner');
  const consoleOrigins = [new URL(classroom.consoleUrl).origin];
  const tls = await makeCertificate();
  const names = await startNameServer({ hostname, consoleOrigins, tls, port: 0, address: '127.0.0.1' });
  const started = createSiteRunner({
    platform: `http://127.0.0.1:${classroom.platform.port}`,
    nameUrl: `https://127.0.0.1:${names.port}`,
    tenant,
    secret: runner.secret,
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
