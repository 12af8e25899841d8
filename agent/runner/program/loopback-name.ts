/** True if a host, as written in addresses, is this computer. */
export const isLoopbackName = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
