/** The service that keeps the runner running on Linux. */
import { hostname as ownHostname } from 'node:os';
import type { RunnerOptions } from './runner-options.ts';

export type UnitAbout = {
  /** The node that runs the program, and the program. */
  node: string;
  program: string;
  tokenFile: string;
  options: RunnerOptions;
};

/** What systemd reads as root and hands to the service is in this folder of the service's own. */
const HANDED_OVER = `\${CREDENTIALS_DIRECTORY}`;

/**
 * A unit file of systemd 247 or later. The runner has a user of its own that exists while it runs; systemd reads the token
 * and the key of the certificate for it, so that these files stay root's alone.
 */
export function systemdUnit({ node, program, tokenFile, options }: UnitAbout): string {
  const { tls } = options;
  const command = [node, program, 'run', ...argsOf(options)].map(quoted);
  if (tls) command.push('--cert', `${HANDED_OVER}/cert`, '--key', `${HANDED_OVER}/key`);
  const handedOver = [`token:${tokenFile}`, ...(tls ? [`cert:${tls.certFile}`, `key:${tls.keyFile}`] : [])];
  return `[Unit]
Description=Lectern site runner
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${command.join(' ')}
${handedOver.map((each) => `LoadCredential=${each.replaceAll('%', '%%')}`).join('\n')}
DynamicUser=yes
StateDirectory=lectern-runner
StateDirectoryMode=0700
Restart=always
RestartSec=5
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK

[Install]
WantedBy=multi-user.target
`;
}

/** By `ProtectHome`: some ways to install Node.js put it into a home folder. */
export const isHiddenFromService = (path: string): boolean => /^\/(home|root|run\/user)\//.test(path);

/** What differs from what the program takes by itself. */
function argsOf(options: RunnerOptions): readonly string[] {
  const { consoleOrigin, tenant, port, address, nameUrl, hostname, wake, isAuthorityTrusted } = options;
  return [
    ...['--platform', consoleOrigin, '--tenant', tenant],
    ...(port === 443 ? [] : ['--port', String(port)]),
    ...(address === undefined ? [] : ['--address', address]),
    ...(isAuthorityTrusted ? ['--authority-trusted'] : []),
    ...(nameUrl === undefined ? [] : ['--name-url', nameUrl]),
    ...(hostname === ownHostname() ? [] : ['--hostname', hostname]),
    ...wake.flatMap((each) => ['--wake', `${each.address}:${each.port}`]),
  ];
}

/** systemd takes % and $ for something else, and splits at spaces. */
function quoted(text: string): string {
  const plain = text.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /[\s"'\\]/.test(plain) ? `"${plain.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : plain;
}
