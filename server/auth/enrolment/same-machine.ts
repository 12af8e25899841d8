/** Whether a machine that logs in is one that the site knows. Each hint may be missing, wrong or shared; several decide. */

/** `serial` and `macs`: in the form of src/domain/devices. */
export type MachineHints = {
  hostname: string;
  serial: string | undefined;
  macs: readonly string[];
};

export type ArrivingMachine = MachineHints & {
  /** The id that its agent made when it was installed. */
  installation: string | undefined;
};

export type KnownMachine = MachineHints & {
  installations: readonly string[];
  /** An agent of the same type is connected from it now. */
  isConnected: boolean;
};

type Agreement = 'same' | 'differs' | 'unknown';

/**
 * - `sure`: it is this machine, even while that one seems to be connected.
 * - `unless-connected`: it is this machine if that one is not connected: two machines that are connected at once are two.
 */
export type Likeness = { rank: number; certainty: 'sure' | 'unless-connected' };

const RANK = { installation: 5, hardware: 4, serial: 3, adapters: 2, name: 1 } as const;
const sure = (by: keyof typeof RANK): Likeness => ({ rank: RANK[by], certainty: 'sure' });
const unlessConnected = (by: keyof typeof RANK): Likeness => ({
  rank: RANK[by],
  certainty: 'unless-connected',
});

/** Undefined: it is another machine. */
export function likenessOf(arriving: ArrivingMachine, known: KnownMachine): Likeness | undefined {
  const isNamedAlike = arriving.hostname.toLowerCase() === known.hostname.toLowerCase();
  const serial = agreementOfSerials(arriving.serial, known.serial);
  const macs = agreementOfMacs(arriving.macs, known.macs);
  const installation = agreementOfInstallations(arriving.installation, known.installations);

  // Another mainboard: an agent that came with the image of another machine brings the installation of that one.
  if (serial === 'differs') return installation === 'same' && macs === 'same' ? sure('hardware') : undefined;
  if (installation === 'same') {
    if (macs === 'differs' && !isNamedAlike)
      return serial === 'same' ? unlessConnected('installation') : undefined;
    return isNamedAlike || serial === 'same' || macs === 'same'
      ? sure('installation')
      : unlessConnected('installation');
  }
  if (serial === 'same') {
    if (macs === 'same') return sure('hardware');
    if (isNamedAlike) return macs === 'differs' ? unlessConnected('serial') : sure('hardware');
    // The same number under another name with other adapters is a filler that is not known as one.
    return macs === 'differs' ? undefined : unlessConnected('serial');
  }
  if (macs === 'same') return isNamedAlike ? sure('hardware') : unlessConnected('adapters');
  if (macs === 'differs' || !isNamedAlike) return undefined;
  // Two agents that each keep an id of their own: only a part of the adapters can join them.
  if (installation === 'differs')
    return sharesMac(arriving.macs, known.macs) ? unlessConnected('adapters') : undefined;
  return unlessConnected('name');
}

const agreementOfSerials = (a: string | undefined, b: string | undefined): Agreement =>
  a === undefined || b === undefined ? 'unknown' : a === b ? 'same' : 'differs';

const sharesMac = (a: readonly string[], b: readonly string[]) => a.some((mac) => b.includes(mac));

/** The same: one machine has all adapters of the other. A part of them in common may be a docking station. */
function agreementOfMacs(a: readonly string[], b: readonly string[]): Agreement {
  if (a.length === 0 || b.length === 0) return 'unknown';
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  if (fewer.every((mac) => more.includes(mac))) return 'same';
  return sharesMac(a, b) ? 'unknown' : 'differs';
}

const agreementOfInstallations = (id: string | undefined, known: readonly string[]): Agreement =>
  id === undefined || known.length === 0 ? 'unknown' : known.includes(id) ? 'same' : 'differs';
