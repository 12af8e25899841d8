/** The systemd unit that runs the runner on Linux. */
import { hostname as ownHostname } from 'node:os';
import type { RunnerOptions } from './runner-options.ts';

export type UnitAbout = {
  /** The paths of node and of the program. */
  node: string;
  program: string;
  tokenFile: string;
  options: RunnerOptions;
};

/** The service's own folder with the files that systemd has read for it as root. */
const HANDED_OVER = `\${CREDENTIALS_DIRECTORY}`;

/**
 * Returns a unit for systemd 247 or later. The runner has a dynamic user. systemd reads the token and the
 * certificate's key for it, so that only root can read these files.
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

/** `ProtectHome` hides home folders, and some ways to install Node.js use them. */
export const isHiddenFromService = (path: string): boolean => /^\/(home|root|run\/user)\//.test(path);

/** Returns only the options that differ from the defaults. */
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

/** Escapes % and $, which systemd would expand, and quotes arguments with spaces. */
function quoted(text: string): string {
  const plain = text.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /[\s"'\\]/.test(plain) ? `"${plain.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : plain;
}
