import { saveFile } from '../../csv/save-file.ts';

/** Keeps recovery codes as a file. */
export const saveCodes = (codes: readonly string[]): void =>
  saveFile('storyrail-recovery-codes.txt', new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
