import { type ComponentType, createContext, useContext } from 'react';

/** Provided by a dialog to its content. */
export const Leaving = createContext<() => void>(() => {});

/** Returns a function that closes the dialog as Escape does, with a confirmation of losses. */
export const useLeaveDialog = (): (() => void) => useContext(Leaving);

export type LeavableDialog = {
  hasUnsaved(): boolean;
  /** Closes as Escape does, with a confirmation if input would be lost. */
  leave(): void;
  /** Confirms that a link may discard work. Resolves to false if the person follows the link. */
  askBeforeLink(): Promise<boolean>;
};

/** The part of a dialog that knows the router. Pages without a router have none. */
export const LeaveGuard = createContext<ComponentType<LeavableDialog>>(() => null);
