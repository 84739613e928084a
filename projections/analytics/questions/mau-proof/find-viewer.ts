import { type FileHandle, open } from 'node:fs/promises';
import { proofLayout, splitProofBits } from '#contracts/billing-proof/layout.ts';

const { headerBytes, rowBytes, hashBytes } = proofLayout;

const rowAt = async (file: FileHandle, row: number): Promise<Buffer> => {
  const { buffer } = await file.read(Buffer.alloc(rowBytes), { position: headerBytes + row * rowBytes });
  return buffer;
};

/** The row of a viewer's hash (16 bytes) in a sorted file; null where there is none. Cost: some 20 reads of 20 bytes. */
export const findViewerIn = async (path: string, hash: Buffer): Promise<ReturnType<typeof splitProofBits> | null> => {
  const file = await open(path, 'r');
  try {
    let low = 0;
    let high = Math.floor(((await file.stat()).size - headerBytes) / rowBytes);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = await rowAt(file, middle);
      const order = Buffer.compare(row.subarray(0, hashBytes), hash);
      if (order === 0) return splitProofBits(row.readUInt32BE(hashBytes));
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return null;
  } finally {
    await file.close();
  }
};
