import { defineWords } from './define.ts';

/** How a device is called by what its browser says of itself. */
export const deviceWords = defineWords('device', {
  browserOnSystem:
    '{browser, select, edge {Edge} opera {Opera} firefox {Firefox} chrome {Chrome} other {Safari}} on {system, select, windows {Windows} ios {iOS} ipados {iPadOS} android {Android} macos {macOS} chromeos {ChromeOS} other {Linux}}',
  browser: '{browser, select, edge {Edge} opera {Opera} firefox {Firefox} chrome {Chrome} other {Safari}}',
  system:
    '{system, select, windows {Windows} ios {iOS} ipados {iPadOS} android {Android} macos {macOS} chromeos {ChromeOS} other {Linux}}',
  program: '{name}',
  unknown: 'Unknown device',
});
