import { StoreError } from './store/store-error.ts';

/** Why the platform cannot start, as one sentence for the person at the terminal. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** The sentence for a failure that a person can do something about; undefined for a defect of ours. */
export function sentenceOf(error: unknown): string | undefined {
  return error instanceof StartFailure || error instanceof StoreError ? error.message : undefined;
}

/** What `listen` may answer. */
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
