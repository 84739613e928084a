// Loaded before tap, which does two things for every test that cost much and that no test here needs.
import asyncHooks, { createHook } from 'node:async_hooks';
import module, { syncBuiltinESMExports } from 'node:module';

// It notes which modules a test loads, for coverage, and sends each through a loader's thread: 1.6 s of processor in
// every test file that loads the product. Coverage is off.
module.register = () => {};

// It follows every promise from its beginning to its end, to tell which test an error belongs to that nobody awaited:
// a twelfth of the processor's time of all tests. Such an error ends the process, which fails with it.
asyncHooks.createHook = (hooks) =>
  hooks.init && hooks.destroy ? { enable: () => {}, disable: () => {} } : createHook(hooks);
syncBuiltinESMExports();
