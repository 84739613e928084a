// Preloaded into a child process: its parent holds its standard input, and when that closes, the child exits.
process.stdin.resume();
process.stdin.on('close', () => process.exit(1));
