/** The names of this computer, its browser and the person who uses it. */
import * as v from 'valibot';
import { localStore } from '../local-store.ts';

export type BrowserFacts = {
  hostname: string;
  serialNumber?: string;
  os: string;
  user: { name: string; email?: string };
};

const SYSTEMS: Readonly<Record<string, string>> = {
  cros: 'ChromeOS',
  linux: 'Linux',
  mac: 'macOS',
  win: 'Windows',
};
/** The name of a person who is not signed in at the browser. */
const UNKNOWN_PERSON = 'Student';

export async function readBrowserFacts(): Promise<BrowserFacts> {
  const [hostname, serialNumber, platform, person] = await Promise.all([
    attribute('getDeviceHostname'),
    attribute('getDeviceSerialNumber'),
    chrome.runtime.getPlatformInfo(),
    chrome.identity.getProfileUserInfo({ accountStatus: 'ANY' }).catch(() => ({ email: '' })),
  ]);
  const { email } = person;
  return {
    hostname: hostname || (await ownName()),
    ...(serialNumber && { serialNumber }),
    os: SYSTEMS[platform.os] ?? platform.os,
    user: email === '' ? { name: UNKNOWN_PERSON } : { name: email.replace(/@.*/, ''), email },
  };
}

/** Only ChromeOS has them, and only for extensions that a policy has installed. */
async function attribute(name: 'getDeviceHostname' | 'getDeviceSerialNumber'): Promise<string> {
  const attributes = chrome.enterprise?.deviceAttributes;
  return (await attributes?.[name]().catch(() => '')) ?? '';
}

const NAME = localStore('browserName', v.pipe(v.string(), v.minLength(1), v.maxLength(255)));

/** A random name, made once for each profile of the browser. */
async function ownName(): Promise<string> {
  const stored = await NAME.get();
  if (stored !== undefined) return stored;
  const made = `CHROME-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  await NAME.set(made);
  return made;
}
