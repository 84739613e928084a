// Loaded before the hooks that note which modules a test loads, for coverage: they send each module through a loader's
// thread, which costs 1.6 s of processor in every test file that loads the product. Coverage is off.
import module from 'node:module';

module.register = () => {};
