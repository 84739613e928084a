// Installs what is missing and builds the dashboard and the player if their sources changed.
import { ready } from './ready.mjs';

await ready({ web: true });
