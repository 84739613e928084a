import { defineWords } from './define.ts';

/** How much data something is. */
export const dataSizeWords = defineWords('data-size', {
  bytes: '{size} B',
  kilobytes: '{size} kB',
  megabytes: '{size} MB',
  gigabytes: '{size} GB',
});
