import { createContext, useContext } from 'react';

/** What a dialog gives to all that stands in it. */
export const Leaving = createContext<() => void>(() => {});

/** Returns what closes the dialog around, as Escape does: it asks first where something would be lost. */
export const useLeaveDialog = (): (() => void) => useContext(Leaving);
