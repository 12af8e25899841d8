import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { broadcastAddresses, createWakeEverywhere } from './broadcast-addresses.ts';

const v4 = (address: string, netmask: string, internal = false) =>
  ({ address, netmask, internal, family: 'IPv4', mac: '', cidr: null }) as NetworkInterfaceInfo;

it('is one address for each network that the machine is in', () => {
  const v6 = { ...v4('fe80::1', 'ffff::'), family: 'IPv6' } as NetworkInterfaceInfo;
  expect(
    broadcastAddresses({
      lo: [v4('127.0.0.1', '255.0.0.0', true)],
      eth0: [v4('192.168.7.21', '255.255.255.0'), v6],
      eth1: [v4('10.20.30.40', '255.255.240.0'), v4('192.168.7.22', '255.255.255.0')],
      gone: undefined,
    }),
  ).toEqual([
    { address: '192.168.7.255', port: 9 },
    { address: '10.20.31.255', port: 9 },
  ]);
});

it('sends nothing where the machine is in no network, and says so', async () => {
  expect(await createWakeEverywhere(() => [])(['02:00:00:00:00:01'])).toBe(false);
});
