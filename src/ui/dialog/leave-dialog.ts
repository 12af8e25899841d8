import { type ComponentType, createContext, useContext } from 'react';

/** What a dialog gives to all that stands in it. */
export const Leaving = createContext<() => void>(() => {});

/** Returns what closes the dialog around, as Escape does: it asks first where something would be lost. */
export const useLeaveDialog = (): (() => void) => useContext(Leaving);

export type LeavableDialog = {
  hasUnsaved(): boolean;
  /** As Escape: asks first where something would be lost. */
  leave(): void;
  /** Asks about work that a link would lose. Resolves to false where the person goes on to the link. */
  askBeforeLink(): Promise<boolean>;
};

/** The part of a dialog that knows the addresses of the application; a page without addresses has none. */
export const LeaveGuard = createContext<ComponentType<LeavableDialog>>(() => null);
