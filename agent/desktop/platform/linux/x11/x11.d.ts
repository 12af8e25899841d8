/** The parts of the X11 client library that the agent uses. It has no types of its own. */
declare module 'x11' {
  type Callback<T> = (error: Error | null | undefined, value: T) => void;

  /** A value of a property: `data` in the byte order of this machine, empty if the window has no such property. */
  type Property = { type: number; bytesAfter: number; data: Buffer };

  /** Events carry more fields than these, by their name. */
  type XEvent = {
    name?: string;
    type: number;
    wid?: number;
    /** The window of an event that was reported to the window itself. */
    wid1?: number;
    atom?: number;
    damage?: number;
    state?: number;
    x?: number;
    y?: number;
    width?: number;
    height?: number;
  };

  type DamageExtension = {
    ReportLevel: { NonEmpty: number };
    Create(damage: number, drawable: number, level: number): void;
    Subtract(damage: number, repair: number, parts: number): void;
  };
  type RandrExtension = {
    majorOpcode: number;
    SelectInput(window: number, mask: number): void;
    NotifyMask: { ScreenChange: number };
  };
  type XClient = {
    seq_num: number;
    replies: Record<number, [(reply: Buffer) => unknown, Callback<never>]>;
    pack_stream: { put(request: Buffer): void; submit(expectsReply: boolean): void };
    AllocID(): number;
    InternAtom(onlyIfExists: boolean, name: string, callback: Callback<number>): void;
    GetAtomName(atom: number, callback: Callback<string>): void;
    GetProperty(
      remove: 0,
      window: number,
      property: number,
      type: number,
      offset: number,
      length: number,
      callback: Callback<Property>,
    ): void;
    ChangeProperty(
      mode: 0,
      window: number,
      property: number,
      type: number,
      format: 8 | 32,
      data: Buffer,
    ): void;
    GetImage(
      format: 2,
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planes: number,
      callback: Callback<{ depth: number; data: Buffer }>,
    ): void;
    PutImage(
      format: 2,
      drawable: number,
      context: number,
      width: number,
      height: number,
      x: number,
      y: number,
      leftPad: 0,
      depth: number,
      data: Buffer,
    ): void;
    QueryTree(window: number, callback: Callback<{ root: number; parent: number; children: number[] }>): void;
    /** `mapState`: 0 while the window is hidden. */
    GetWindowAttributes(window: number, callback: Callback<{ mapState: number }>): void;
    GetGeometry(
      drawable: number,
      callback: Callback<{ xPos: number; yPos: number; width: number; height: number }>,
    ): void;
    SendClientMessage(destination: number, window: number, type: number, format: 32, data: number[]): void;
    ChangeWindowAttributes(window: number, values: { eventMask: number }, callback?: Callback<unknown>): void;
    CreateWindow(
      id: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      border: 0,
      depth: 0,
      windowClass: 0,
      visual: 0,
      values: { overrideRedirect?: boolean; backgroundPixmap?: number; eventMask?: number },
    ): void;
    MapWindow(window: number): void;
    RaiseWindow(window: number): void;
    ConfigureWindow(window: number, place: { x: number; y: number; width: number; height: number }): void;
    DestroyWindow(window: number): void;
    CreatePixmap(id: number, drawable: number, depth: number, width: number, height: number): void;
    FreePixmap(id: number): void;
    CreateGC(id: number, drawable: number, values: object): void;
    FreeGC(id: number): void;
    GrabKeyboard(
      window: number,
      ownerEvents: boolean,
      time: 0,
      pointerMode: 1,
      keyboardMode: 1,
      callback: Callback<number>,
    ): void;
    UngrabKeyboard(time: 0): void;
    GrabPointer(
      window: number,
      ownerEvents: boolean,
      eventMask: number,
      pointerMode: 1,
      keyboardMode: 1,
      confineTo: number,
      cursor: number,
      time: 0,
      callback: Callback<number>,
    ): void;
    UngrabPointer(time: 0): void;
    require(extension: 'damage', callback: Callback<DamageExtension>): void;
    require(extension: 'randr', callback: Callback<RandrExtension>): void;
    on(event: 'event', listener: (event: XEvent) => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
    on(event: 'end', listener: () => void): void;
    terminate(): void;
  };

  type XScreen = { root: number; root_depth: number; pixel_width: number; pixel_height: number };

  export const eventMask: { PropertyChange: number; StructureNotify: number; VisibilityChange: number };
  export function createClient(
    options: { display?: string },
    callback: Callback<{ client: XClient; screen: XScreen[] }>,
  ): void;
  const x11: { eventMask: typeof eventMask; createClient: typeof createClient };
  export default x11;
  export type { DamageExtension, RandrExtension, XClient, XEvent, XScreen };
}
