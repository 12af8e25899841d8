import { useBlocker } from '@tanstack/react-router';

/** While something is not saved, nothing leads away by accident: neither a link, nor Back, nor a closed tab. */
export function LeaveGuard(props: { isNeeded: boolean; onLeave: () => void }) {
  const { isNeeded, onLeave } = props;
  useBlocker({
    disabled: !isNeeded,
    enableBeforeUnload: () => isNeeded,
    shouldBlockFn() {
      onLeave();
      return true;
    },
  });
  return null;
}
