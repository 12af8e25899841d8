/** Keeps the runner's name server running: retries until its port is free and renews its certificate. */
import type { Clock } from '#protocol/clock.ts';
import { type NameServer, startNameServer } from '../name-server.ts';
import type { RunnerOptions } from './runner-options.ts';
import { readCertificate, type ShownCertificate } from './server-certificate.ts';

export type KeptNameServer = {
  /** The address for browsers; undefined while the server is not running. */
  url(): string | undefined;
  /** True if the runner certifies itself and the options do not say that its authority is trusted. */
  isUntrusted(): boolean;
  stop(): Promise<void>;
};

const RETRY_DELAY_MS = 30_000;
/** A certificate that is renewed in its file is used within a day. */
const CHECK_INTERVAL_MS = 12 * 3_600_000;

export function keepNameServer(
  options: RunnerOptions,
  deps: { clock: Clock; log(line: string): void },
): KeptNameServer {
  const { clock, log } = deps;
  let server: NameServer | undefined;
  let url: string | undefined;
  let isUntrusted = false;
  let cancel = () => {};
  let isStopped = false;
  let failure = '';

  const urlOf = ({ host }: ShownCertificate, port: number) =>
    options.nameUrl ?? `https://${host}${port === 443 ? '' : `:${port}`}`;

  async function open(): Promise<void> {
    const { hostname, port, address, consoleOrigin } = options;
    const shown = await readCertificate(options);
    isUntrusted = shown.authorityFile !== undefined && !options.isAuthorityTrusted;
    if (server !== undefined) {
      server.replaceCertificate(shown.tls);
      url = urlOf(shown, server.port);
      return;
    }
    const about = { hostname, consoleOrigins: [consoleOrigin], tls: shown.tls, port };
    server = await startNameServer({ ...about, ...(address !== undefined && { address }) });
    url = urlOf(shown, server.port);
    log(`Consoles in this network ask for the name ${hostname} at ${url}/dnslookup`);
    if (isUntrusted)
      log(
        `Browsers have to trust ${shown.authorityFile}; once they do, start the runner with --authority-trusted. With --cert and --key it shows another certificate`,
      );
  }

  async function attempt(): Promise<void> {
    try {
      await open();
      failure = '';
    } catch (error) {
      const why = whyOf(error, options);
      // A running server keeps its current certificate.
      if (why !== failure) log(server ? `The certificate stays as it was: ${why}` : `No name server: ${why}`);
      failure = why;
    }
    if (isStopped) return server?.close();
    cancel = clock.after(failure === '' ? CHECK_INTERVAL_MS : RETRY_DELAY_MS, () => {
      opening = attempt();
    });
  }
  let opening = attempt();

  return {
    url: () => url,
    isUntrusted: () => isUntrusted,
    async stop() {
      isStopped = true;
      cancel();
      await opening;
      await server?.close();
      server = undefined;
      url = undefined;
    },
  };
}

function whyOf(error: unknown, { port }: RunnerOptions): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `another program has port ${port}; stop it, or choose one by --port.`;
  if (code === 'EACCES') return `this user may not open port ${port}; choose one above 1023 by --port.`;
  return message;
}
