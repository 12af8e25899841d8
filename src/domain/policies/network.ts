/** Where a device is, as far as networks tell it. */
export type Network = {
  /** IPv4 and IPv6 addresses of the device; none: it is connected to nothing. */
  addresses: readonly string[];
  /** The name of the wireless network. */
  ssid?: string | undefined;
};
