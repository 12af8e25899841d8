/** Turns a React error into a report of where it was thrown, without persons or page content. */
import { MAX_FRAMES, type PartKind, type RenderFailureBody } from '#protocol/render-failure.ts';
import { VERSION } from '#protocol/version.ts';

export type RenderFailure = {
  part: PartKind;
  error: unknown;
  /** The component stack as React formats it. */
  componentStack?: string | null | undefined;
};

/** A frame of a stack: the last part of a script's address, with line and column. */
const FRAME = /\/([\w.-]{1,100}\.[jt]sx?)(?:\?[^\s:)]*)?:(\d{1,7}:\d{1,7})/g;
/** In the production build, React's messages consist of a number. */
const REACT_ERROR = /^Minified React error #(\d{1,4});/;

const framesOf = (stack: string | null | undefined, max: number): string[] =>
  [...(stack ?? '').matchAll(FRAME)].slice(0, max).map(([, file, place]) => `${file}:${place}`);

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no Error';
  const [, number] = REACT_ERROR.exec(error.message) ?? [];
  if (number !== undefined) return `React error ${number}`;
  return /^[A-Za-z][A-Za-z0-9 ]{0,39}$/.test(error.name) ? error.name : 'Error';
}

export function describeFailure({ part, error, componentStack }: RenderFailure): RenderFailureBody {
  const thrown = framesOf(error instanceof Error ? error.stack : undefined, MAX_FRAMES / 2);
  const around = framesOf(componentStack, MAX_FRAMES - thrown.length);
  return { part, error: nameOf(error), frames: [...thrown, ...around], version: VERSION };
}
