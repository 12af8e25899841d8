/** The parts of the device's state that outlast the agent's program, so that ending it does not lift a lock. */
import * as v from 'valibot';
import type { DeviceState } from '../../core/device-state.ts';

const text = v.pipe(v.string(), v.maxLength(20_000));

const blockSchema = v.object({
  heading: v.picklist([0, 1, 2, 3]),
  align: v.picklist(['left', 'center', 'right']),
  marker: v.exactOptional(v.string()),
  depth: v.number(),
  runs: v.array(
    v.object({
      text: v.string(),
      bold: v.exactOptional(v.literal(true)),
      italic: v.exactOptional(v.literal(true)),
      underline: v.exactOptional(v.literal(true)),
      strike: v.exactOptional(v.literal(true)),
      color: v.exactOptional(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i))),
    }),
  ),
});

const id = v.exactOptional(v.pipe(v.string(), v.maxLength(128)));

export const storedStateSchema = v.object({
  lock: v.exactOptional(
    v.variant('name', [
      v.object({ name: v.literal('message'), text, blocks: v.array(blockSchema) }),
      v.object({ name: v.literal('address'), url: v.pipe(v.string(), v.regex(/^https?:\/\//i)) }),
    ]),
  ),
  muted: v.boolean(),
  inputsBlocked: v.boolean(),
  alias: v.exactOptional(text),
  name: v.exactOptional(text),
  /** The class orders behind this state. Orders that end while the agent is off are undone later. */
  fromClass: v.exactOptional(v.object({ lock: id, sound: id, inputs: id })),
});
export type StoredState = v.InferOutput<typeof storedStateSchema>;

export function storedStateOf(state: Readonly<DeviceState>): StoredState {
  const { lock, muted, inputsBlocked, alias, name, fromClass } = state;
  return {
    ...(lock !== undefined &&
      lock.name !== 'current-tab' && { lock: structuredClone(lock) as StoredState['lock'] & {} }),
    muted,
    inputsBlocked,
    ...(alias !== undefined && { alias }),
    ...(name !== undefined && { name }),
    ...(fromClass !== undefined && { fromClass }),
  };
}
