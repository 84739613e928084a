import t from 'tap';
import { deterministicRandom } from '#ops/testing/random.ts';
import { reconcile } from './due.ts';
import { stripeOf } from './open.ts';
import { startInstallation, startStripeAt } from './test-installation.ts';
import { readState } from './settle.ts';
import { failsLater, midnightOf, works } from './test-scene.ts';

const day = 86_400_000;
const minutes = 60_000;
