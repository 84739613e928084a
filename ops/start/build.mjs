// npm run build: installs what is missing, builds the pages and compiles the server where their sources changed. With
// --installed the packages are there already, however they came.
import { ensureServer } from './compile.mjs';
import { build, ensureInstalled } from './install.mjs';

if (process.argv.includes('--installed')) build();
else await ensureInstalled({ web: true });
await ensureServer();
