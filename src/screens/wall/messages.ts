/** The words of the wall. */
import type { TileState } from '#domain/wall/tile-state.ts';

export const m = {
  wall: 'Wall',
  groups: 'Groups',
  tiles: 'Devices',
  loading: 'Looking for devices…',
  loadingGroup: 'Looking for the group…',
  notConnectedText: 'Devices of this group appear here as soon as the connection is back.',
  empty: 'No devices connected',
  emptyText: 'Devices of this group appear here as soon as they are switched on.',
  noneFound: 'No device of the filter is here',
  noneFoundText: 'The wall shows only the devices that were chosen in Filter Devices.',
  showAll: 'Show all devices',
  online: (p: { here: number; of: number }) => `${p.here} of ${p.of} online`,

  controls: 'Wall controls',
  size: 'Thumbnail size',
  edit: 'Drag Thumbnails',
  editHint: 'Drag tiles, or move them by arrow keys. Press again to save the layout',
  snap: 'Snap Into Grid',
  snapInEdit: 'Leave Drag Thumbnails first',
  snapCooling: 'The layout has just been saved',
  filter: 'Filter Devices',
  filterOn: (p: { count: number }) => `Filter Devices (${p.count} chosen)`,
  hide: 'Hide Controls',
  show: 'Show Controls',
  zoomInBackground: 'Zoom In Background',
  zoomOutBackground: 'Zoom Out Background',
  fit: 'Fit to Viewport',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  zoomReset: (p: { percent: number }) => `Page zoom ${p.percent}%, back to 100%`,
  undo: 'Undo',
  redo: 'Redo',
  saveAs: 'Save Grid Layout',
  layouts: 'Saved Layouts',
  fullScreen: 'Full Screen',
  leaveFullScreen: 'Leave Full Screen',
  noFullScreen: 'This browser does not let the wall fill the screen.',
  unsaved: 'Unsaved changes',
  mayNotSave:
    'Only group maintainers save the layout for everyone. Yours is kept under a name on this computer.',
  backgroundFailed: 'The background image could not be loaded.',
  droppedPositions: (p: { count: number }) =>
    p.count === 1
      ? '1 position of this layout could not be read and was left out.'
      : `${p.count} positions of this layout could not be read and were left out.`,

  tile: (p: { name: string; hostname: string; state: string }) =>
    [p.name, p.hostname, p.state].filter(Boolean).join(', '),
  tileHint: 'Arrow keys move it by a grid step, with Shift by one pixel. Escape puts it back.',
  openHint: 'Enter or a double click opens the device.',
  moved: (p: { name: string; x: number; y: number }) => `${p.name}: ${p.x}, ${p.y}`,
  putBack: (p: { name: string }) => `${p.name} is back where it was`,
  actionsOf: (p: { name: string }) => `Actions for ${p.name}`,
  closeActions: 'Close actions',
  unnamed: 'Unknown user',

  filterTitle: 'Grid Filter',
  filterText: 'The wall shows the devices that are chosen here; without a choice it shows all of them.',
  filterSearch: 'Search devices',
  filterList: 'Devices',
  filterNone: 'No device has such a name',
  filterOffline: 'offline',
  filterApply: 'Apply',
  filterClear: 'Clear filter',
  cancel: 'Cancel',
  close: 'Close',

  saveText: 'The layout is kept on this computer, for you.',
  layoutName: 'Layout name',
  save: 'Save',
  nameMissing: 'The layout needs a name',
  replaces: 'A layout of this name is there already. It will be replaced.',
  storageFull: 'This browser has no room left for layouts. Delete one and try again.',
  layoutsNone: 'No layouts are saved on this computer yet',
  layoutsNoneText: 'Save Grid Layout keeps where the tiles stand now under a name.',
  groupLayout: 'Layout of the group',
  groupLayoutNone: 'Nobody has saved one yet',
  open: 'Open',
  openOf: (p: { name: string }) => `Open ${p.name}`,
  deleteOf: (p: { name: string }) => `Delete ${p.name}`,
  deleted: (p: { name: string }) => `“${p.name}” is deleted`,
  undoDelete: 'Undo',
  refused: {
    unreadable: 'It cannot be read',
    newer: 'It was saved by a newer version',
    'too-large': 'It is too large',
    empty: 'It holds no positions',
  },
  savedToast: 'Layout saved',
  savedHereToast: (p: { name: string }) => `Layout saved on this computer as “${p.name}”`,

  unsavedTitle: 'Unsaved Changes',
  unsavedText: 'You have unsaved changes in edit mode.',
  saveAndLeave: 'Save & Leave',
  saving: 'Saving…',
  leaveWithout: 'Leave Without Saving',
  closeWarning: 'You have unsaved changes in edit mode. Are you sure you want to leave?',
} as const;

/** `what`: what is monitored on this kind of device. */
export const stateText = (state: TileState, what: 'Applications' | 'Tabs'): string =>
  ({
    picture: '',
    privacy: `Privacy is enabled. ${what} monitoring is off`,
    unavailable: 'screenshot is unavailable',
    undecodable: 'This picture could not be shown',
    offline: '(Offline)',
    noData: '(Online - No Data)',
  })[state];

/** Why the tile is as it is, and what helps. */
export const stateReason = (state: TileState): string =>
  ({
    picture: '',
    privacy: 'A policy or a tutor has switched monitoring off for this student.',
    unavailable: 'The device is connected and has sent no picture yet.',
    undecodable: 'What the device has sent is no picture that this browser can show.',
    offline: 'The device is switched off, asleep or without a network.',
    noData: 'The device is connected and has not said yet what it is.',
  })[state];
