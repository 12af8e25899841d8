import type { DeviceState } from '../../core/device-state.ts';
import type { PageMemory } from '../page-memory.ts';
import type { TabMemory } from '../tab-memory.ts';

/** The state of the device and of this tab that survives a reload. */
export const keptState = ({ memory, tab }: { memory: PageMemory; tab: TabMemory }) => ({
  initial: (): Partial<DeviceState> => ({ ...memory.heldState(), rooms: tab.openRooms() }),
  hold(state: Readonly<DeviceState>): void {
    memory.holdState(state);
    tab.holdRooms(state.rooms);
  },
  forget(): void {
    memory.forgetState();
    tab.forgetRooms();
  },
});
