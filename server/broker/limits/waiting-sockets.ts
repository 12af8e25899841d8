/** Counts the sockets that are open and have not said who they are: they cost nothing to make. */
export type WaitingLimits = {
  /** Of one network address, which may be that of a whole school. A CONNECT comes right behind the upgrade. */
  perAddress: number;
  inAll: number;
};
export const WAITING_SOCKETS: WaitingLimits = { perAddress: 500, inAll: 2_000 };

export type WaitingSockets = {
  /** Returns the function that ends the waiting; undefined where too many wait. */
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
