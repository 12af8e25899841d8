/** Why actions that require the platform are impossible now; shown on buttons in advance. */
import { createContext, useContext } from 'react';

/** Undefined: the platform is reachable. */
export const PlatformObstacle = createContext<string | undefined>(undefined);

/** `isNeeded`: the action requires the platform. */
export function usePlatformObstacle(isNeeded: boolean | undefined): string | undefined {
  const obstacle = useContext(PlatformObstacle);
  return isNeeded ? obstacle : undefined;
}
