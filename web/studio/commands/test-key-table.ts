/** What the list of keys says: the name of each command that has keys, and their caps where Ctrl is the command key. */
export const keyTable: readonly (readonly [label: string, ...caps: string[]])[] = [
  ['Undo', 'Ctrl Z'],
  ['Redo', 'Ctrl Shift Z', 'Ctrl Y'],
  ['Cut', 'Ctrl X'],
  ['Copy', 'Ctrl C'],
  ['Paste', 'Ctrl V'],
  ['Duplicate', 'Ctrl D'],
  ['Delete', 'Del', 'Backspace'],
  ['Select all', 'Ctrl A'],
  ['Edit text', 'Enter'],
  ['Deselect or stop', 'Esc'],
  ['Move by 1', '←', '→', '↑', '↓'],
  ['Move by 10', 'Shift ←', 'Shift →', 'Shift ↑', 'Shift ↓'],
  ['Select the next layer', 'Tab'],
  ['Select the previous layer', 'Shift Tab'],
  ['Bring forward', ']'],
  ['Send backward', '['],
  ['Bring to front', '}'],
  ['Send to back', '{'],
  ['Zoom in', 'Ctrl ='],
  ['Zoom out', 'Ctrl -'],
  ['Fit to screen', 'Ctrl 0'],
  ['Actions', 'Shift F10'],
  ['Keyboard shortcuts', '?'],
  ['Play or pause', 'Space'],
  ['Publish', 'Ctrl Enter'],
];

/** How the list of keys shows the caps of a command. Arrows stand together behind what is held with them. */
export const shownCaps = (caps: readonly string[]): string =>
  /[←↑]/.test(caps.join())
    ? [...caps[0]!.split(' ').slice(0, -1), ...caps.map((one) => one.at(-1))].join(' ')
    : caps.join(' ');
