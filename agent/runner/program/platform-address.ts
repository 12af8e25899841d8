/** Derives a runner's address of the platform from the one that people open in their browser. */
import { isLoopbackName } from './loopback-name.ts';

export type PlatformAddress = {
  /** The address that the program calls, such as `https://acme.lectern.example`. */
  origin: string;
  tenant: string;
  /** The origin in browsers, whose pages may request the runner's name. */
  consoleOrigin: string;
};

/** Returns an error for the user if the address is invalid. `tenant` defaults to the first label. */
export function platformAddress(text: string, tenant?: string): PlatformAddress | { problem: string } {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    return { problem: '--platform must be the address of the console, such as https://acme.lectern.example' };
  const { origin, protocol, hostname, port } = new URL(text);
  const isHere = isLoopbackName(hostname);
  if (protocol === 'http:' && !isHere)
    return { problem: '--platform must begin with https://: the token would cross the network in the clear' };
  const [label = '', ...domain] = hostname.split('.');
  const isNamed = domain.length > 0 && !/^[\d.]+$|:/.test(hostname);
  const key = tenant ?? (isNamed ? label : undefined);
  if (key === undefined) return { problem: `--tenant must name the tenant: ${hostname} does not` };
  // Browsers resolve every name below localhost, but Node does not.
  const isBelow = hostname.endsWith('.localhost');
  const reached = isBelow ? `${protocol}//127.0.0.1${port === '' ? '' : `:${port}`}` : origin;
  return { origin: reached, tenant: key, consoleOrigin: origin };
}
