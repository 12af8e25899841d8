/** The networks that a device is in. */
export type Network = {
  /** IPv4 and IPv6 addresses of the device. Empty: it has no connection. */
  addresses: readonly string[];
  /** The name of the wireless network. */
  ssid?: string | undefined;
};
