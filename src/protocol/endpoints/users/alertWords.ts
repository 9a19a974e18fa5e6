import * as z from 'zod/mini'
import { textUpTo } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { limits } from '../../rules/limits.js'

const response = { alert_words: z.array(z.string()) }

export const listAlertWords = endpoint({
  name: 'alertWords.list',
  method: 'GET',
  path: '/users/me/alert_words',
  spec: 'companion',
  summary: "List the caller's alert words: words and phrases of which the caller wants to be told.",
  access: 'account',
  params: {},
  response,
  errors: [],
  repeatable: 'always',
})

export const addAlertWords = endpoint({
  name: 'alertWords.add',
  method: 'POST',
  path: '/users/me/alert_words',
  spec: 'companion',
  summary: 'Add alert words. Case does not matter, and words that are there already are left as they are.',
  access: 'account',
  params: { alert_words: z.array(textUpTo(limits.alertWord)) },
  response,
  errors: [],
  repeatable: 'always',
})

export const removeAlertWords = endpoint({
  name: 'alertWords.remove',
  method: 'DELETE',
  path: '/users/me/alert_words',
  spec: 'companion',
  summary: 'Remove alert words. Case does not matter, and words that are not there are ignored.',
  access: 'account',
  params: { alert_words: z.array(z.string()) },
  response,
  errors: [],
  repeatable: 'always',
})
