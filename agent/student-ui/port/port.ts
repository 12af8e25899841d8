/**
 * The messages between an agent and a page of its own, such as its panel. The agent publishes its whole state
 * and then each change, and executes calls by their names.
 */
import * as v from 'valibot';
import { APP_ERROR_CODES } from '#protocol/app-error.ts';

/**
 * One side of a connection that carries plain JSON in order: a port of an extension, a WebSocket or a
 * MessagePort.
 */
export type Port = {
  /** Does nothing once the port has closed. */
  send(message: object): void;
  /** Starts the delivery of messages. It is called once, in the task that opened the port. */
  listen(listener: PortListener): void;
  close(): void;
};
export type PortListener = {
  message(message: unknown): void;
  /** The other side has closed, or the connection was lost. */
  closed(): void;
};

/** The calls that one side offers. Arguments and answers are plain JSON. */
export type PortCalls = Record<string, (...args: never[]) => unknown>;

/** A call. `id` distinguishes the calls of a page over all of its connections. */
export const callSchema = v.object({
  type: v.literal('call'),
  id: v.number(),
  name: v.string(),
  args: v.array(v.unknown()),
});
export type Call = v.InferOutput<typeof callSchema>;

const fields = v.record(v.string(), v.unknown());
export const publishedSchema = v.variant('type', [
  /** The first message. */
  v.object({ type: v.literal('state'), fields }),
  /** `removed` are the names of fields that no longer have a value. */
  v.object({ type: v.literal('change'), fields, removed: v.array(v.string()) }),
  v.object({ type: v.literal('answer'), id: v.number(), value: v.optional(v.unknown()) }),
  v.object({
    type: v.literal('failure'),
    id: v.number(),
    code: v.picklist(APP_ERROR_CODES),
    message: v.string(),
  }),
]);
export type Published = v.InferOutput<typeof publishedSchema>;
