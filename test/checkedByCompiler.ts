import { expect } from 'vitest'

/** For tests of types: the compiler has checked them before they run, and a test that asserts nothing is an error. */
export const checkedByCompiler = () => expect(true).toBe(true)
