/** Decides whether the site knows a machine. Each hint may be missing, wrong or shared. */

/** `serial` and `macs` are normalised by src/domain/devices. */
export type MachineHints = {
  hostname: string;
  serial: string | undefined;
  macs: readonly string[];
};

export type ArrivingMachine = MachineHints & {
  /** Id that the agent generated when it was installed. */
  installation: string | undefined;
};

export type KnownMachine = MachineHints & {
  installations: readonly string[];
  /** An agent of the same type is connected from this machine now. */
  isConnected: boolean;
};

type Agreement = 'same' | 'differs' | 'unknown';

/**
 * - `sure`: the same machine, even if the known one seems to be connected.
 * - `unless-connected`: the same machine, unless the known one is connected.
 */
export type Likeness = { rank: number; certainty: 'sure' | 'unless-connected' };

const RANK = { installation: 5, hardware: 4, serial: 3, adapters: 2, name: 1 } as const;
const sure = (by: keyof typeof RANK): Likeness => ({ rank: RANK[by], certainty: 'sure' });
const unlessConnected = (by: keyof typeof RANK): Likeness => ({
  rank: RANK[by],
  certainty: 'unless-connected',
});

/** Undefined: a different machine. */
export function likenessOf(arriving: ArrivingMachine, known: KnownMachine): Likeness | undefined {
  const isNamedAlike = arriving.hostname.toLowerCase() === known.hostname.toLowerCase();
  const serial = agreementOfSerials(arriving.serial, known.serial);
  const macs = agreementOfMacs(arriving.macs, known.macs);
  const installation = agreementOfInstallations(arriving.installation, known.installations);

  // Another mainboard: an agent from a disk image of another machine has that machine's installation id.
  if (serial === 'differs') return installation === 'same' && macs === 'same' ? sure('hardware') : undefined;
  if (installation === 'same') {
    if (macs === 'same') return sure('installation');
    if (macs === 'differs' && serial !== 'same' && !isNamedAlike) return undefined;
    // A disk image copies the installation id and the name, and a batch of machines may share a serial number.
    return unlessConnected('installation');
  }
  if (serial === 'same') {
    if (macs === 'same') return sure('hardware');
    // Two machines with one serial number, but other names or agents, have an unlisted placeholder number.
    if (installation === 'differs')
      return isNamedAlike && macs === 'unknown' ? unlessConnected('serial') : undefined;
    if (isNamedAlike) return macs === 'differs' ? unlessConnected('serial') : sure('hardware');
    return macs === 'differs' ? undefined : unlessConnected('serial');
  }
  if (macs === 'same') return isNamedAlike ? sure('hardware') : unlessConnected('adapters');
  if (macs === 'differs' || !isNamedAlike) return undefined;
  // Two agents with ids of their own are one machine only if they share an adapter.
  if (installation === 'differs')
    return sharesMac(arriving.macs, known.macs) ? unlessConnected('adapters') : undefined;
  return unlessConnected('name');
}

const agreementOfSerials = (a: string | undefined, b: string | undefined): Agreement =>
  a === undefined || b === undefined ? 'unknown' : a === b ? 'same' : 'differs';

const sharesMac = (a: readonly string[], b: readonly string[]) => a.some((mac) => b.includes(mac));

/** `same`: one machine has all adapters of the other. A partial overlap may be a shared docking station. */
function agreementOfMacs(a: readonly string[], b: readonly string[]): Agreement {
  if (a.length === 0 || b.length === 0) return 'unknown';
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  if (fewer.every((mac) => more.includes(mac))) return 'same';
  return sharesMac(a, b) ? 'unknown' : 'differs';
}

const agreementOfInstallations = (id: string | undefined, known: readonly string[]): Agreement =>
  id === undefined || known.length === 0 ? 'unknown' : known.includes(id) ? 'same' : 'differs';
