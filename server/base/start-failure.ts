import { StoreError } from './store-error.ts';

/** The reason why the platform cannot start, as one sentence for the operator. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** The sentence for a failure that the operator can fix; undefined for a defect of the platform. */
export function sentenceOf(error: unknown): string | undefined {
  return error instanceof StartFailure || error instanceof StoreError ? error.message : undefined;
}

/** Explains an error of `listen`. */
export function listenFailure(error: NodeJS.ErrnoException, listen: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartFailure(
        `Port ${port} on ${listen} is taken by another program: stop it, or choose another port with PORT=… or --port.`,
      );
    case 'EACCES':
      return new StartFailure(
        `Port ${port} on ${listen} may not be opened by this user: choose one above 1023 with PORT=… or --port.`,
      );
    case 'EADDRNOTAVAIL':
      return new StartFailure(`This machine has no address ${listen}: check LISTEN.`);
    default:
      return error;
  }
}
