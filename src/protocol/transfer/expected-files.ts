/** The files that a receiver accepts, and how each has ended. */
import type { FileOffer } from './files.ts';
import { chunksOf } from './frames.ts';
import type { Refusal } from './refusals.ts';
import type { TransferEnd } from './transfer.ts';

export type ExpectedFile = { id: string; maxBytes: number };

/** Why an offer is refused. `endsFile`: the file is no longer expected. */
export type OfferRefusal = { refusal: Refusal; end: TransferEnd; endsFile: boolean };

export type ExpectedFiles = {
  ids: readonly string[];
  hasEnded(id: string): boolean;
  /** All files have ended. */
  haveEnded(): boolean;
  note(id: string, end: TransferEnd): void;
  /** `done` if every file is; otherwise the end of the first that is not. */
  overallEnd(): TransferEnd;
  /** `isBusy`: no file can begin now. Undefined: the offer is accepted. */
  refusalOf(offer: FileOffer, isBusy: boolean): OfferRefusal | undefined;
};

export function createExpectedFiles(expected: readonly ExpectedFile[]): ExpectedFiles {
  const ends = new Map<string, TransferEnd>();
  return {
    ids: expected.map(({ id }) => id),
    hasEnded: (id) => ends.has(id),
    haveEnded: () => expected.every(({ id }) => ends.has(id)),
    note: (id, end) => void ends.set(id, end),
    overallEnd() {
      for (const { id } of expected) {
        const end = ends.get(id);
        if (end !== 'done') return end ?? 'cancelled';
      }
      return 'done';
    },
    refusalOf(offer, isBusy) {
      const file = expected.find(({ id }) => id === offer.id);
      if (file === undefined) return { refusal: 'unknown-file', end: 'unexpected', endsFile: false };
      if (ends.has(offer.id)) return { refusal: 'repeated', end: 'unexpected', endsFile: false };
      if (isBusy) return { refusal: 'out-of-turn', end: 'unexpected', endsFile: false };
      if (offer.size > file.maxBytes) return { refusal: 'wrong-size', end: 'too-large', endsFile: true };
      if (offer.chunks !== chunksOf(offer.size)) {
        return { refusal: 'wrong-size', end: 'bad-chunk', endsFile: true };
      }
      return undefined;
    },
  };
}
