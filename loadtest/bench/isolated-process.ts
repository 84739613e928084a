// A benchmark in a process of its own (isolated.ts): <name> <scale> <rounds>; sends its figures to who started it.
import { benchmarks } from './all.ts';

// Nobody waits for the figures any longer.
process.on('disconnect', () => process.exit(1));
const [name, scale, rounds] = process.argv.slice(2);
const lines = await benchmarks[name!]!({ scale: Number(scale), rounds: Number(rounds) });
await new Promise((done) => process.send!(lines, done));
process.exit();
