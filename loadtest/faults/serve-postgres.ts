// The Postgres of a fault run, on a directory and port that outlive it: prints its address and process id, lives until
// standard input closes.
import { startEmbedded } from '#kernel/db/embedded.ts';
import { createLog } from '#kernel/platform/log.ts';

const [dir, port] = process.argv.slice(2) as [string, string];
const { url, pid, stop } = await startEmbedded(dir, createLog('silent'), [], Number(port));
process.stdout.write(`${JSON.stringify({ url, pid })}\n`);
process.stdin.resume();
process.stdin.on('close', () => void stop().finally(() => process.exit(0)));
