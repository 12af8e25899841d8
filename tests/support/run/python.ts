/** Finds a Python that has paho-mqtt, for the example agent; installs Debian's package as root. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { aptInstall, canAptInstall } from './apt.ts';

const run = promisify(execFile);

async function hasPaho(python: string): Promise<boolean> {
  try {
    await run(python, ['-c', 'import paho.mqtt.client']);
    return true;
  } catch {
    return false;
  }
}

/** The program's name or path. Throws one sentence that says what to do. */
export async function ensurePythonWithPaho(): Promise<string> {
  for (const python of ['python3', '/usr/bin/python3']) if (await hasPaho(python)) return python;
  if (canAptInstall()) {
    await aptInstall(['python3-paho-mqtt']);
    if (await hasPaho('/usr/bin/python3')) return '/usr/bin/python3';
  }
  throw new Error(
    'The example agent needs Python 3 with paho-mqtt: run “pip install paho-mqtt” and test again.',
  );
}
