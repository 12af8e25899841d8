/** The options of the platform, as `options/parse-options.ts` reads them once at the start. */
import type { LogFormat } from './http/terminal-lines.ts';
import type { NewTenant } from './store/tenants/tenants.ts';

/** One provider's real client, where the platform is registered with it. */
export type RealProvider = { clientId: string };

/** As whom the platform reads the directories of schools at a provider. */
export type DirectoryClient = { clientId: string; clientSecret: string };

/** A bucket of a store that speaks S3. `endpoint`: its origin, where it is not Amazon's own. */
export type S3Options = {
  bucket: string;
  region: string;
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type PlatformOptions = {
  /** 0 takes a free port. */
  port: number;
  listen: string;
  /** The name under which `{tenant}.`, `login.`, `config.` and `id.` are reached. */
  domain: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** What several processes of the platform share; undefined: there is one. */
  redisUrl: string | undefined;
  /** 32 bytes; undefined: those of a file in the data folder, which is made where there is none. */
  encryptionKey: Buffer | undefined;
  students: number;
  /** A tenant that begins with nothing, in place of the demo; it is made where there is none with its key. */
  empty: NewTenant | undefined;
  /** The demo's first site is filled up to so many devices and people; undefined: it stays as it is. */
  school: number | undefined;
  /** The commands `start` and `dev` empty the data folder before the platform opens it. */
  reset: boolean;
  /** The links of all student pages are renewed at the start: those of before open nothing any more. */
  renewPageLink: boolean;
  configUrl: string | undefined;
  loginUrl: string | undefined;
  publicAuthUrl: string | undefined;
  publicRestUrl: string | undefined;
  publicMqttUrl: string | undefined;
  google: RealProvider | undefined;
  /** `tenant` is a directory id, `organizations`, or with private accounts `consumers` or `common` (both). */
  microsoft: (RealProvider & { tenant: string }) | undefined;
  /** Undefined: directories of that provider cannot be read, or on this machine only a stand-in of them. */
  googleDirectory: DirectoryClient | undefined;
  microsoftDirectory: DirectoryClient | undefined;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** How many student pages a site knows at most. */
  mostPages: number;
  /** Student pages that were not used for so many days are removed. */
  pageDays: number;
  /** Days that events and the logs of tutors are kept. */
  eventDays: number;
  /**
   * The TLS proxies in front (`isProxyName`): public addresses are https without a port, and the X-Forwarded-* headers
   * of these proxies, and of no other sender, are believed. Empty: there is no proxy.
   */
  trustedProxies: readonly string[];
  /** How long a tutor's session lasts from the sign-in on, however often it is refreshed. */
  sessionSeconds: number;
  /** How long a tutor's session may stay unused. */
  idleSeconds: number;
  stunServer: string | undefined;
  iceServer: string | undefined;
  iceSecret: string | undefined;
  /** A PEM file, or a folder with one for each tenant. */
  vncCa: string | undefined;
  /** Where administrators download an installer of the site runner; undefined: there is the program for Node. */
  runnerInstallerUrl: string | undefined;
  /** The extension that brings Chromebooks into a site. Undefined: this platform has none. */
  chromeExtension: { id: string; updateUrl: string } | undefined;
  /** Where the installer of the Windows agent is downloaded. Undefined: this platform has none. */
  windowsInstallerUrl: string | undefined;
  /** Where images are kept; undefined: in the data folder. */
  s3: S3Options | undefined;
  /** Who has it may read the metrics from anywhere. Undefined: this machine alone may, where no proxy is in front. */
  metricsToken: string | undefined;
  /** With which an external MQTT broker asks who may do what. Undefined: there is none that asks. */
  mqttAccessSecret: string | undefined;
  /** A Mosquitto in place of the embedded broker, and the folder of its files; undefined: the embedded one. */
  mqttBroker: { url: string; folder: string } | undefined;
  /** Of the log on standard error. */
  logFormat: LogFormat;
};
