import { describe } from 'vitest'
import { conforms } from './conformance.js'
import { memory } from './kinds.js'

describe('the storage in memory', () => conforms(memory))
