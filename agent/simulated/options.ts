import { isIPv4 } from 'node:net';
import { parseArgs } from 'node:util';

export type SimulationOptions = {
  platform: string;
  classFile: string;
  students: number;
  wanderers: number;
  seed: number;
  /** A file with a site's deployment for devices. The class enrols at that site instead of its own file's. */
  deploymentFile?: string;
  /** The folder for students' received files; a temporary folder by default. */
  filesFolder?: string;
  /** The destination of the runner's magic packets, instead of the class file's. */
  wakeTarget?: { address: string; port: number };
};

export const USAGE =
  'usage: main.ts --platform http://127.0.0.1:8080 --class demo-class.json --students N [--wanderers 3] [--seed 1] [--deployment policy.json] [--wake 127.0.0.1:9] [--files folder]';

/** Returns the options, or an error about the command line for the user. */
export function readOptions(args: readonly string[]): SimulationOptions | { problem: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        platform: { type: 'string' },
        class: { type: 'string' },
        students: { type: 'string' },
        wanderers: { type: 'string', default: '3' },
        seed: { type: 'string', default: '1' },
        wake: { type: 'string' },
        files: { type: 'string' },
        deployment: { type: 'string' },
      },
    });
    const { platform, class: classFile } = values;
    const [students, wanderers, seed] = [values.students, values.wanderers, values.seed].map(wholeNumber);
    if (platform === undefined || !/^https?:\/\//.test(platform) || !URL.canParse(platform))
      return { problem: '--platform must be an http address' };
    if (classFile === undefined) return { problem: '--class must name a file' };
    if (students === undefined || wanderers === undefined || seed === undefined)
      return { problem: '--students, --wanderers and --seed must be whole numbers' };
    const wakeTarget = values.wake === undefined ? undefined : destinationOf(values.wake);
    if (values.wake !== undefined && wakeTarget === undefined)
      return { problem: '--wake must be an IPv4 address and a port' };
    const { files: filesFolder, deployment: deploymentFile } = values;
    return {
      platform,
      classFile,
      students,
      wanderers,
      seed,
      ...(wakeTarget && { wakeTarget }),
      ...(filesFolder && { filesFolder }),
      ...(deploymentFile && { deploymentFile }),
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

const wholeNumber = (text: string | undefined) =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

function destinationOf(text: string): { address: string; port: number } | undefined {
  const [, address = '', digits = ''] = /^((?:\d{1,3}\.){3}\d{1,3}):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  return isIPv4(address) && port > 0 && port < 65_536 ? { address, port } : undefined;
}
