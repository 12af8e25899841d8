/** The link of the agent to one run of the WebRTC process. Everything created over it ends with it. */
import type { Command, Report } from '../process/messages.ts';

export type Child = {
  pid: number | undefined;
  /** Copies the bytes at once. `left` is called when they were sent to the process, or cannot be. */
  send(commands: readonly Command[], left?: () => void): void;
  /** Closes this side. The process then ends by itself. */
  leave(): void;
};

export type Member = {
  /** Handles a report about this member. */
  take(report: Report): void;
  /** Called when the process has ended without a report about this member. */
  lose(): void;
};

export type Link = {
  isOpen(): boolean;
  /** Returns the member's id. A member of an ended link is lost in the next microtask. */
  join(member: Member): number;
  leave(id: number): void;
  /** Queues a command. All commands of one task are sent together as soon as there is a process. */
  send(command: Command): void;
  /** Sends a command at once, after the queued ones. Does nothing if the link is not open. */
  sendNow(command: Command, left?: () => void): void;
};

export type LinkEnd = Link & {
  open(child: Child): void;
  take(report: Report): void;
  end(): void;
};

/** Ids are never reused, so that a late message about an ended process finds no other object. */
let lastId = 0;

export function createLink(): LinkEnd {
  const members = new Map<number, Member>();
  let queued: Command[] = [];
  let child: Child | undefined;
  let isOver = false;

  const flush = () => {
    if (child && queued.length > 0) child.send(queued.splice(0));
  };

  return {
    isOpen: () => child !== undefined,
    join(member) {
      lastId += 1;
      if (isOver) queueMicrotask(member.lose);
      else members.set(lastId, member);
      return lastId;
    },
    leave: (id) => void members.delete(id),
    send(command) {
      if (isOver) return;
      queued.push(command);
      if (queued.length === 1) queueMicrotask(flush);
    },
    sendNow(command, left) {
      flush();
      child?.send([command], left);
    },
    open(opened) {
      if (isOver) return;
      child = opened;
      flush();
    },
    take(report) {
      if (report.type === 'left')
        for (const { id, bytes } of report.channels)
          members.get(id)?.take({ type: 'left', channels: [{ id, bytes }] });
      else if ('id' in report) members.get(report.id)?.take(report);
    },
    end() {
      if (isOver) return;
      isOver = true;
      child = undefined;
      queued = [];
      const lost = [...members.values()];
      members.clear();
      for (const { lose } of lost) lose();
    },
  };
}
