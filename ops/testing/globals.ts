import type { Test } from 'tap';

/** Puts these in place of what is global, such as `fetch`, until the test ends. */
export const replaceGlobals = (t: Test, values: Record<string, unknown>): void => {
  for (const [name, value] of Object.entries(values)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    t.teardown(() => {
      if (before) Object.defineProperty(globalThis, name, before);
      else Reflect.deleteProperty(globalThis, name);
    });
  }
};
