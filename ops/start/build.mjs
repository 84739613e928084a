// Installs what is missing and builds the dashboard and the player if their sources changed.
import { ensureInstalled } from './install.mjs';

await ensureInstalled({ web: true });
