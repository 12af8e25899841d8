/** Why nothing that only the platform does can be done now: the shell says it, buttons show it before they are pressed. */
import { createContext, useContext } from 'react';

/** Undefined: the platform answers. */
export const PlatformObstacle = createContext<string | undefined>(undefined);

/** `isNeeded`: what is pressed needs the platform. */
export function usePlatformObstacle(isNeeded: boolean | undefined): string | undefined {
  const obstacle = useContext(PlatformObstacle);
  return isNeeded ? obstacle : undefined;
}
