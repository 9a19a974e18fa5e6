import { describe } from 'vitest'
import { conforms } from './conformance.js'
import { memory } from './kinds.js'

describe('the in-memory storage', () => conforms(memory))
