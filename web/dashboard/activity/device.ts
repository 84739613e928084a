import { devicePhrase } from '#contracts/device.ts';
import { sayFault } from '#contracts/words/worded.ts';

/** The device that a browser names itself by, such as 'Chrome on macOS'; what is no browser is its own name. */
export const deviceOf = (userAgent: string): string => sayFault(devicePhrase(userAgent));
