import { dataSizeWords } from './data-size.en.ts';
import { fill, type Phrase } from './phrase.ts';

/** A number of bytes as people read it: 331 MB. */
export const dataSize = (bytes: number): Phrase => {
  if (bytes < 1000) return fill(dataSizeWords.bytes, { size: bytes });
  if (bytes < 1e6) return fill(dataSizeWords.kilobytes, { size: Math.round(bytes / 1e3) });
  if (bytes < 1e9)
    return fill(dataSizeWords.megabytes, { size: bytes < 1e7 ? (bytes / 1e6).toFixed(1) : Math.round(bytes / 1e6) });
  return fill(dataSizeWords.gigabytes, { size: (bytes / 1e9).toFixed(2) });
};
