/** What the class has with one life of the WebRTC process: everything made over it ends with it. */
import type { Command, Report } from '../webrtc-process/messages.ts';

export type Child = {
  pid: number | undefined;
  /** Copies the bytes before it returns. `left` is called when they have gone to the process, or cannot go any more. */
  send(commands: readonly Command[], left?: () => void): void;
  /** Closes our side; it ends by itself. */
  leave(): void;
};

export type Member = {
  /** What was reported about it. */
  take(report: Report): void;
  /** The process has ended, without a word. */
  lose(): void;
};

export type Link = {
  isOpen(): boolean;
  /** The answer is its id. A member of a link that has ended is lost in the next microtask. */
  join(member: Member): number;
  leave(id: number): void;
  /** Goes with everything else that is said in this task, as soon as there is a process. */
  say(command: Command): void;
  /** Goes at once, after what was said. Nothing happens where the link is not open. */
  carry(command: Command, left?: () => void): void;
};

export type LinkEnd = Link & {
  open(child: Child): void;
  take(report: Report): void;
  end(): void;
};

/** No id is given twice: a late message about an object of a process that has ended then finds no other object. */
let lastId = 0;

export function createLink(): LinkEnd {
  const members = new Map<number, Member>();
  let said: Command[] = [];
  let child: Child | undefined;
  let isOver = false;

  const flush = () => {
    if (child && said.length > 0) child.send(said.splice(0));
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
    say(command) {
      if (isOver) return;
      said.push(command);
      if (said.length === 1) queueMicrotask(flush);
    },
    carry(command, left) {
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
      said = [];
      const lost = [...members.values()];
      members.clear();
      for (const { lose } of lost) lose();
    },
  };
}
