/** Parses options of external services: identity providers, directories, image store, extension store. */
import { join } from 'node:path';
import type { DirectoryClient, PlatformOptions, S3Options } from '#base/platform-options.ts';
import { BadOption } from './bad-option.ts';
import { dataFolder, type ReadOption, url } from './values.ts';

const CHROME_WEB_STORE = 'https://clients2.google.com/service/update2/crx';

export function microsoftTenant(text: string): string {
  // A domain name would not tell which directory must have issued a token.
  if (!/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|organizations|common|consumers)$/i.test(text)) {
    throw new BadOption(
      `MICROSOFT_TENANT must be a directory id, organizations, or with private accounts common or consumers, not “${text}”.`,
    );
  }
  return text.toLowerCase();
}

/** Errors do not repeat the values. */
export function directoryClient(
  read: ReadOption,
  provider: 'GOOGLE' | 'MICROSOFT',
): DirectoryClient | undefined {
  const names = [`${provider}_DIRECTORY_CLIENT_ID`, `${provider}_DIRECTORY_CLIENT_SECRET`] as const;
  const [clientId, clientSecret] = names.map(read);
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    throw new BadOption(`${names.join(' and ')} need each other.`);
  return { clientId, clientSecret };
}

/** Errors do not repeat the values. */
export function s3(read: ReadOption): S3Options | undefined {
  const bucket = read('S3_BUCKET');
  if (bucket === undefined) {
    const given = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].find(
      (name) => read(name) !== undefined,
    );
    if (given !== undefined) throw new BadOption(`${given} needs S3_BUCKET.`);
    return undefined;
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new BadOption(
      'S3_BUCKET must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens.',
    );
  }
  const region = read('S3_REGION') ?? 'us-east-1';
  if (!/^[a-z0-9-]{1,40}$/.test(region)) {
    throw new BadOption('S3_REGION must be the name of a region such as eu-central-1.');
  }
  const endpoint = url(read, 'S3_ENDPOINT', ['http:', 'https:']) ?? `https://s3.${region}.amazonaws.com`;
  if (endpoint !== new URL(endpoint).origin) {
    throw new BadOption('S3_ENDPOINT must be an origin such as https://s3.school.example, without a path.');
  }
  const [accessKeyId, secretAccessKey] = [read('S3_ACCESS_KEY_ID'), read('S3_SECRET_ACCESS_KEY')];
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new BadOption('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  }
  return { bucket, region, endpoint, accessKeyId, secretAccessKey };
}

/** A TURN server requires credentials. Errors do not repeat the secret. */
export function turn(read: ReadOption): Pick<PlatformOptions, 'iceServer' | 'iceSecret'> {
  const iceServer = url(read, 'ICE_SERVER', ['turn:', 'turns:']);
  const iceSecret = read('ICE_SECRET');
  if ((iceServer === undefined) !== (iceSecret === undefined))
    throw new BadOption('ICE_SERVER and ICE_SECRET need each other.');
  return { iceServer, iceSecret };
}

/** The broker's files are in the data folder unless the operator sets another folder. */
export function mqttBroker(read: ReadOption): PlatformOptions['mqttBroker'] {
  const address = url(read, 'MQTT_BROKER_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:']);
  if (address === undefined) return undefined;
  return { url: address, folder: read('MQTT_BROKER_FILES') ?? join(dataFolder(read), 'mosquitto') };
}

/** Another extension than the platform's own. It comes from the Chrome Web Store unless the operator sets another URL. */
export function chromeExtension(read: ReadOption): PlatformOptions['chromeExtension'] {
  const id = read('CHROME_EXTENSION_ID');
  if (id === undefined) return undefined;
  if (!/^[a-p]{32}$/.test(id)) {
    throw new BadOption(`CHROME_EXTENSION_ID must be 32 letters from a to p, not “${id}”.`);
  }
  return { id, updateUrl: url(read, 'CHROME_UPDATE_URL', ['http:', 'https:']) ?? CHROME_WEB_STORE };
}
