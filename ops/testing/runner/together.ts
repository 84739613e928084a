import { pathToFileURL } from 'node:url';
import root from 'tap';
import { setCurrentTest } from './test-of-file.ts';

// A file that hangs ends with its own limit, not with that of the process that it shares.
const longestMs = 420_000;
// What a test that failed has left running must not keep its process from ending.
const endsMs = 20_000;

/**
 * Runs compiled test files below a folder, one after the other in this process, each as a subtest of its own. What a
 * file changes of the process it puts back when its test ends (globals.ts), since the next one would find it so.
 */
export const runTogether = async (folder: string, files: readonly string[]): Promise<void> => {
  root.setTimeout(0);
  // Without this the process would end before anybody read what nobody awaited.
  process.on('uncaughtExceptionMonitor', (error) => root.threw(error));
  for (const file of files)
    await root.test(file, { timeout: longestMs }, async (t) => {
      setCurrentTest(t);
      await import(pathToFileURL(`${folder}/${file}`).href);
    });
  setTimeout(() => {
    console.error(`Still open after the last test: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, endsMs).unref();
};
