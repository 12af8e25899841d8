/** Counts the open sockets without a CONNECT, because opening one costs an attacker nothing. */
export type WaitingLimits = {
  /** Per network address, which a whole school may share. A CONNECT follows right after the upgrade. */
  perAddress: number;
  inAll: number;
};
export const WAITING_SOCKETS: WaitingLimits = { perAddress: 500, inAll: 2_000 };

export type WaitingSockets = {
  /** Returns the function that ends the waiting; undefined: too many sockets wait. */
  begin(address: string): (() => void) | undefined;
};

export function createWaitingSockets({ perAddress, inAll }: WaitingLimits): WaitingSockets {
  const byAddress = new Map<string, number>();
  let all = 0;
  return {
    begin(address) {
      const here = byAddress.get(address) ?? 0;
      if (all >= inAll || here >= perAddress) return undefined;
      all += 1;
      byAddress.set(address, here + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        all -= 1;
        const left = (byAddress.get(address) ?? 0) - 1;
        if (left > 0) byAddress.set(address, left);
        else byAddress.delete(address);
      };
    },
  };
}
