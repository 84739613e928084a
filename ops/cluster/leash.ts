// Loaded into a process before its own program: whoever started it holds its standard input, and when that closes it ends.
process.stdin.resume();
process.stdin.on('close', () => process.exit(1));
