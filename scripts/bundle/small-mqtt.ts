import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

const NOTHING = 'module.exports = {};';

/** Replacements for Node modules and for unused modules, by the names that the library imports. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  url: `exports.parse = (text) => {
  const { protocol, hostname, port, pathname, search, searchParams } = new URL(text);
  const query = Object.fromEntries(searchParams);
  return { protocol, hostname, port: port || null, path: pathname + search, query, auth: null };
};`,
  debug: 'module.exports = () => () => {};',
  // Timers in a nested worker. Both transports pass timers of their own.
  'worker-timers': NOTHING,
  // Connections other than WebSockets.
  './tcp': NOTHING,
  './tls': NOTHING,
  './wx': NOTHING,
  './ali': NOTHING,
};

const PREFIX = '\0lectern-mqtt:';
const LIBRARIES = /\/node_modules\/(mqtt|mqtt-packet|process-nextick-args|lru-cache|bl|rfdc|safe-buffer)\//;
/** Node globals that the libraries use, and the code that provides them. */
const GLOBALS = { process: "require('process/browser.js')", Buffer: "require('buffer/').Buffer" } as const;
const MQTT_PACKAGE = /\/node_modules\/mqtt\/package\.json$/;

/**
 * Bundles the MQTT library for pages from its modules. The library's own browser bundle includes Node
 * polyfills and the code for TCP: 35 KiB more after gzip, in the live worker and on the student page.
 */
export function smallMqtt(): Plugin {
  const folder = join(dirname(require.resolve('mqtt/package.json')), 'build');
  return {
    name: 'lectern-small-mqtt',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === 'mqtt') return join(folder, 'index.js');
      if (importer === undefined || !LIBRARIES.test(importer)) return null;
      if (source in REPLACEMENTS) return PREFIX + source;
      return null;
    },
    load(id) {
      if (id.startsWith(PREFIX)) return REPLACEMENTS[id.slice(PREFIX.length)] ?? null;
      // The library imports its own package.json for the version.
      if (MQTT_PACKAGE.test(id)) return JSON.stringify({ version: require('mqtt/package.json').version });
      return null;
    },
    transform(code, id) {
      if (!LIBRARIES.test(id)) return null;
      const missing = Object.entries(GLOBALS).filter(
        ([name]) =>
          new RegExp(`\\b${name}\\b`).test(code) &&
          !new RegExp(`\\b(const|let|var) .*\\b${name}\\b`).test(code),
      );
      const lines = missing.map(([name, from]) => `var ${name} = ${from};`);
      return missing.length === 0 ? null : { code: lines.join('') + code, map: null };
    },
  };
}
