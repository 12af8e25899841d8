import { m } from '../messages.ts';
import type { StudentState } from '../student-state.ts';

const WORDS: Readonly<Record<StudentState['connection'], string>> = {
  connecting: m.connecting,
  online: m.connected,
  reconnecting: m.reconnecting,
};

export const connectionWords = (connection: StudentState['connection']): string => WORDS[connection];
