// A worker thread does not inherit how its process reads TypeScript, so that it brings that along itself.
import { tsImport } from 'tsx/esm/api';

await tsImport('./worker.ts', import.meta.url);
