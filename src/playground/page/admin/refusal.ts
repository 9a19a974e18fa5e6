/** Where in a form a refusal is to be told: at some of its fields, or above all of them. */
export interface PlacedRefusal {
  readonly atFields: Readonly<Record<string, string>>
  readonly above: string | undefined
}

interface Placeable {
  readonly name: string
  readonly label?: string
  readonly about?: string | undefined
}

/**
 * Finds out which fields an answer of the service speaks of: it says so for linkifiers (`errors`) and for what is missing
 * (`var_name`); otherwise its message may fit what the form says of one, name its parameter, or say its label.
 */
export function placeRefusal(answer: unknown, message: string, fields: readonly Placeable[]): PlacedRefusal {
  const { errors = {}, var_name } = Object(answer) as { errors?: Record<string, readonly string[]>; var_name?: string }
  const told = Object.entries(errors).filter(([name]) => fields.some((field) => field.name === name))
  if (told.length > 0) {
    return { atFields: Object.fromEntries(told.map(([name, texts]) => [name, texts.join(' ')])), above: undefined }
  }
  const words = new Set(message.match(/\w+/g))
  const meant =
    fields.find(({ name }) => name === var_name) ??
    fields.find(({ about }) => about && new RegExp(about, 'i').test(message)) ??
    fields.find(({ name }) => words.has(name)) ??
    fields.find(({ label }) => label && message.toLowerCase().includes(label.toLowerCase()))
  return meant ? { atFields: { [meant.name]: message }, above: undefined } : { atFields: {}, above: message }
}
