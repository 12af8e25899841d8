/** Every flag and variable in the order of `--help`. */

type OptionSpec = { name: string; flag?: string; value: string; help: string };

export const OPTION_SPECS: readonly OptionSpec[] = [
  {
    name: 'PORT',
    flag: 'port',
    value: 'N',
    help: 'port of all host names (default 8080; 0 takes a free one)',
  },
  {
    name: 'LISTEN',
    flag: 'listen',
    value: 'ADDRESS',
    help: 'address to listen on (default 127.0.0.1; others need real identity providers and TRUST_PROXY)',
  },
  {
    name: 'DOMAIN',
    flag: 'domain',
    value: 'NAME',
    help: 'tenants are {tenant}.NAME (default localhost; others need real identity providers and TRUST_PROXY)',
  },
  { name: 'LECTERN_DATA', flag: 'data', value: 'FOLDER', help: 'where data is kept (default .data)' },
  {
    name: 'STUDENTS',
    flag: 'students',
    value: 'N',
    help: 'simulated students of the class, 0 to 3000 (default 30)',
  },
  {
    name: 'SCHOOL',
    flag: 'school',
    value: 'N',
    help: 'fills the school of the demo to N devices and people, 420 to 20000 (default 420); it is never made smaller',
  },
  {
    name: 'LECTERN_TENANT',
    flag: 'tenant',
    value: 'KEY',
    help: 'with --empty: the key of the tenant, the first part of its console’s address (default school)',
  },
  {
    name: 'LECTERN_TENANT_NAME',
    flag: 'tenant-name',
    value: 'NAME',
    help: 'with --empty: what people call it (default: made of the key)',
  },
  { name: 'DATABASE_URL', value: 'URL', help: 'a PostgreSQL database instead of the embedded one' },
  {
    name: 'REDIS_URL',
    value: 'URL',
    help: 'Redis of a platform of several processes behind a load balancer, which share the PostgreSQL database too',
  },
  {
    name: 'LECTERN_KEY',
    value: 'KEY',
    help: 'encrypts the secrets in the database: 32 bytes in base64 (default: a file in the data folder)',
  },
  { name: 'CONFIG_URL', value: 'URL', help: 'another place for the tenant configuration documents' },
  { name: 'LOGIN_URL', value: 'URL', help: 'another place for the sign-in pages' },
  { name: 'PUBLIC_AUTH_URL', value: 'URL', help: 'how browsers reach the auth service, if not directly' },
  {
    name: 'PUBLIC_REST_URL',
    value: 'URL',
    help: 'how browsers reach the REST service, without /v1, if not directly',
  },
  {
    name: 'PUBLIC_MQTT_URL',
    value: 'URL',
    help: 'how browsers reach the broker (ws:// or wss://), if not directly',
  },
  { name: 'GOOGLE_CLIENT_ID', value: 'ID', help: 'sign-in with real Google accounts' },
  { name: 'MICROSOFT_CLIENT_ID', value: 'ID', help: 'sign-in with real Microsoft accounts' },
  {
    name: 'MICROSOFT_TENANT',
    value: 'ID',
    help: 'whose Microsoft accounts: a directory id, organizations (default), or common, which lets private ones in',
  },
  {
    name: 'GOOGLE_DIRECTORY_CLIENT_ID',
    value: 'ID',
    help: 'reads courses and groups of Google directories that consent to it',
  },
  { name: 'GOOGLE_DIRECTORY_CLIENT_SECRET', value: 'TEXT', help: 'its secret' },
  {
    name: 'MICROSOFT_DIRECTORY_CLIENT_ID',
    value: 'ID',
    help: 'reads groups of Microsoft directories that consent to it',
  },
  { name: 'MICROSOFT_DIRECTORY_CLIENT_SECRET', value: 'TEXT', help: 'its secret' },
  {
    name: 'ACCESS_TOKEN_SECONDS',
    value: 'N',
    help: 'life of an access token, 5 to 3600 (default 900)',
  },
  {
    name: 'REFRESH_TOKEN_SECONDS',
    value: 'N',
    help: 'life of an unused refresh token of devices, 5 to 31536000 (default 1209600, two weeks)',
  },
  {
    name: 'SESSION_SECONDS',
    value: 'N',
    help: 'when a tutor signs in again, 5 to 2592000 (default 43200, 12 h; never more in the admin realm)',
  },
  {
    name: 'IDLE_SECONDS',
    value: 'N',
    help: 'when a tutor whose console was not open signs in again, 5 to 2592000 (default 21600, 6 h)',
  },
  {
    name: 'PAGE_DEVICES',
    value: 'N',
    help: 'student pages that a site knows at most, 1 to 100000 (default 1000)',
  },
  {
    name: 'PAGE_DAYS',
    value: 'N',
    help: 'days after which a student page that nobody uses is removed, 1 to 3650 (default 30)',
  },
  {
    name: 'EVENT_DAYS',
    value: 'N',
    help: 'days that events and the logs of what tutors did are kept, 1 to 36500 (default 365)',
  },
  {
    name: 'TRUST_PROXY',
    value: 'ADDRESSES',
    help: 'the TLS proxies in front, whose X-Forwarded-For is believed: loopback, 10.0.0.5, 10.1.0.0/24',
  },
  {
    name: 'STUN_SERVER',
    value: 'URL',
    help: 'STUN server of WebRTC: DOMAIN or a name in it, on port 3478 (default stun:{DOMAIN}:3478)',
  },
  { name: 'ICE_SERVER', value: 'URL', help: 'TURN server of WebRTC (turn: or turns:), with ICE_SECRET' },
  { name: 'ICE_SECRET', value: 'TEXT', help: 'the secret that the TURN server shares with the platform' },
  {
    name: 'VNC_CA',
    value: 'PATH',
    help: 'certificate (PEM) that tutors trust for remote control, or a folder with {tenant}.pem',
  },
  {
    name: 'RUNNER_INSTALLER_URL',
    value: 'URL',
    help: 'installer of the site runner that administrators download (default: the program for Node)',
  },
  {
    name: 'CHROME_EXTENSION_ID',
    value: 'ID',
    help: 'another extension that administrators force on browsers (default: the platform’s own, once it is built)',
  },
  {
    name: 'CHROME_UPDATE_URL',
    value: 'URL',
    help: 'where browsers get it from (default: the Chrome Web Store)',
  },
  {
    name: 'WINDOWS_INSTALLER_URL',
    value: 'URL',
    help: 'installer of the Windows agent, 64 bits (default: the deployment page says that there is none)',
  },
  {
    name: 'S3_BUCKET',
    value: 'NAME',
    help: 'keeps images in this bucket instead of the data folder (its CORS lets consoles POST)',
  },
  { name: 'S3_REGION', value: 'NAME', help: 'region of the bucket (default us-east-1)' },
  {
    name: 'S3_ENDPOINT',
    value: 'URL',
    help: 'origin of a store that speaks S3 (default: Amazon, by the region)',
  },
  {
    name: 'S3_ACCESS_KEY_ID',
    value: 'ID',
    help: 'key that may read, write and delete objects of the bucket',
  },
  { name: 'S3_SECRET_ACCESS_KEY', value: 'TEXT', help: 'its secret' },
  {
    name: 'LOG_FORMAT',
    flag: 'log-format',
    value: 'FORMAT',
    help: 'of the lines on standard error: text (default), or json, one object a line',
  },
  {
    name: 'MQTT_ACCESS_SECRET',
    value: 'TEXT',
    help: 'with it as a bearer token an external MQTT broker may ask at /mqtt/authenticate and /mqtt/authorize who may do what',
  },
  {
    name: 'MQTT_BROKER_URL',
    value: 'URL',
    help: 'a Mosquitto in place of the embedded broker, as this machine reaches it (mqtt://127.0.0.1:1883); needs PUBLIC_MQTT_URL',
  },
  {
    name: 'MQTT_BROKER_FILES',
    value: 'FOLDER',
    help: 'where it reads passwords and acl, and writes mosquitto.pid (default: mosquitto in the data folder)',
  },
  {
    name: 'METRICS_TOKEN',
    value: 'TEXT',
    help: 'who shows it as a bearer token reads /metrics from anywhere (default: this machine alone, without a proxy)',
  },
];

/** The text of `--help`: every flag and variable with its meaning. */
export function helpText(): string {
  const rows = OPTION_SPECS.map((spec) => ({
    name: spec.flag ? `--${spec.flag} ${spec.value}, ${spec.name}` : spec.name,
    help: spec.help,
  }));
  rows.splice(
    5,
    0,
    { name: '--empty', help: 'a school of one’s own in place of the demo: a tenant with nothing in it' },
    { name: '--reset', help: 'throw away the data folder first' },
  );
  rows.push({
    name: '--renew-page-link',
    help: 'make another link of the student page; the old one opens nothing',
  });
  rows.push({ name: '--help', help: 'this list' });
  const width = Math.max(...rows.map((row) => row.name.length)) + 2;
  return ['Options, by flag or environment variable (the flag wins):', '']
    .concat(rows.map((row) => `  ${row.name.padEnd(width)}${row.help}`))
    .join('\n');
}
