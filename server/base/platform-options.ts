/** The platform's options, which `options/parse-options.ts` reads once at the start. */
import type { LogFormat } from './terminal-lines.ts';

/** The platform's registration at a real identity provider. */
export type RealProvider = { clientId: string };

/** The credentials with which the platform reads schools' directories at a provider. */
export type DirectoryClient = { clientId: string; clientSecret: string };

/** A bucket of an S3-compatible store. `endpoint`: the origin of the store. */
export type S3Options = {
  bucket: string;
  region: string;
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type NewTenant = {
  /** The first label of its console's host name. */
  key: string;
  name: string;
};

export type PlatformOptions = {
  /** 0 selects a free port. */
  port: number;
  listen: string;
  /** The parent domain of `{tenant}.`, `login.`, `config.` and `id.`. */
  domain: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Shared by several processes of the platform; undefined with a single process. */
  redisUrl: string | undefined;
  /** 32 bytes; undefined: the key file in the data folder, which is created if it is missing. */
  encryptionKey: Buffer | undefined;
  students: number;
  /** An empty tenant instead of the demo. It is created if no tenant has its key. */
  empty: NewTenant | undefined;
  /** The demo's first site is filled up to this number of devices and people; undefined: not filled. */
  school: number | undefined;
  /** The commands `start` and `dev` empty the data folder before the platform opens it. */
  reset: boolean;
  /** The links of all student pages are renewed at the start, and the old links stop working. */
  renewPageLink: boolean;
  configUrl: string | undefined;
  loginUrl: string | undefined;
  publicAuthUrl: string | undefined;
  publicRestUrl: string | undefined;
  publicMqttUrl: string | undefined;
  google: RealProvider | undefined;
  /** `tenant`: a directory id, `organizations`, `consumers` (personal accounts) or `common` (both). */
  microsoft: (RealProvider & { tenant: string }) | undefined;
  /** Undefined: directories of that provider are unavailable, except for stand-ins on this machine. */
  googleDirectory: DirectoryClient | undefined;
  microsoftDirectory: DirectoryClient | undefined;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** The maximum number of student pages per site. */
  mostPages: number;
  /** Student pages that were unused for this number of days are removed. */
  pageDays: number;
  /** Retention of events and of tutors' logs, in days. */
  eventDays: number;
  /**
   * The TLS proxies in front (`isProxyName`). With proxies, public URLs are https without a port, and the
   * platform trusts X-Forwarded-* headers from these proxies only. Empty: no proxy.
   */
  trustedProxies: readonly string[];
  /** Maximum length of a tutor's session since the sign-in, however often it is refreshed. */
  sessionSeconds: number;
  /** How long a tutor's session may stay unused. */
  idleSeconds: number;
  stunServer: string | undefined;
  iceServer: string | undefined;
  iceSecret: string | undefined;
  /** A PEM file, or a folder with one PEM file per tenant. */
  vncCa: string | undefined;
  /** The site runner's installer for administrators; undefined: only the program for Node is offered. */
  runnerInstallerUrl: string | undefined;
  /** The extension that enrols browsers in a site; undefined: the platform's own one is offered. */
  chromeExtension: { id: string; updateUrl: string } | undefined;
  /** Download of the Windows agent's installer; undefined: none is offered. */
  windowsInstallerUrl: string | undefined;
  /** The store of images; undefined: the data folder. */
  s3: S3Options | undefined;
  /** Callers with this token may read the metrics. Undefined: only this machine, and only without a proxy. */
  metricsToken: string | undefined;
  /** The secret with which an external MQTT broker requests authorization; undefined: none does. */
  mqttAccessSecret: string | undefined;
  /** A Mosquitto and the folder of its files; undefined: the embedded broker. */
  mqttBroker: { url: string; folder: string } | undefined;
  /** The format of the log on standard error. */
  logFormat: LogFormat;
};
