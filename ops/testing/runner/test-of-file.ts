// What test files get when they import tap once compiled (ops/start/bundle.mjs): in a process of their own tap's root,
// in one that several files share (together.ts) the subtest of the file that is being read.
import root, { type Test } from 'tap';

let current: Test = root;

/** From here on files that are read get this test. */
export const setCurrentTest = (test: Test): void => {
  current = test;
};

export { current as default };
