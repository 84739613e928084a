// node --import tsx ops/check/lines.ts: lines per product file: median, nine in ten, the longest. Fails over the limits.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources, root } from './sources.ts';

const limits = { median: 66, longest: 350 };

const counted = listSources()
  .filter((path) => existsSync(join(root, path)))
  .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }));
const isTest = ({ path }: { path: string }) => /\.test\.tsx?$|\/testing\//.test(path);
const product = counted.filter((one) => !isTest(one)).sort((a, b) => a.lines - b.lines);
const at = (share: number) => product[Math.ceil(product.length * share) - 1]!.lines;
const tooLong = counted.filter(({ lines }) => lines > limits.longest);

for (const { path, lines } of tooLong) console.log(`${path}: ${lines} lines (at most ${limits.longest})`);
console.log(
  `${product.length} product files: median ${at(0.5)} (at most ${limits.median}), p90 ${at(0.9)}, max ${at(1)}`,
);
if (tooLong.length > 0 || at(0.5) > limits.median) process.exitCode = 1;
