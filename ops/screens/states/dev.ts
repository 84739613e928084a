import { type Area, press, type State } from '../state.ts';

const opened = (name: string, button: string): State => ({ name, path: '/dev/kit', reach: press(button) });

/** The page of the kit. */
export const devStates: Area = {
  area: 'dev',
  as: 'nobody',
  states: [
    { name: 'kit', path: '/dev/kit' },
    opened('kit-menu', 'Open menu'),
    opened('kit-popover', 'Open popover'),
    opened('kit-dialog', 'Open dialog'),
    opened('kit-confirm', 'Ask before deleting'),
    opened('kit-drawer', 'Open drawer'),
    opened('kit-message', 'Show an undone change'),
    opened('kit-calendar', 'Open calendar for Start date'),
  ],
};
