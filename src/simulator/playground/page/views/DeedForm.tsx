import type { FormShown, Given } from '../../views/shown.js'
import { accounts } from '../organisation.js'
import { callAs } from '../simulator.js'
import { Form } from './Form.js'
import { type Drawing, perform, type Within } from './within.js'

/** A form of a view: what is filled in is given to a deed. */
export function DeedForm({ deed, given: fixed, check, upload, within, children: _, ...form }: Drawing<FormShown>) {
  return (
    <Form
      {...form}
      save={async (given, all) => {
        if (upload !== undefined) await send(upload, all, within)
        return perform(within, deed, { ...given, ...fixed }, all)
      }}
      {...(check !== undefined && { onInput: (all: Given) => perform(within, check, {}, all) })}
    />
  )
}

/** Files go to the service themselves; where, may be said by what else is filled in. */
async function send(path: string, all: Given, { as }: Within): Promise<void> {
  const account = accounts.value.get(as ?? 0)
  const form = new FormData()
  for (const [name, value] of Object.entries(all)) {
    if (value instanceof File && value.name !== '') form.append(name, value)
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(all[name] || ' ')))
  if (account) await callAs(account, 'POST', filled, form)
}
