/** Where in a form a refusal is to be told: at some of its fields, or above all of them. */
export interface PlacedRefusal {
  readonly atFields: Readonly<Record<string, string>>
  readonly above: string | undefined
}

/**
 * Finds out which fields an answer of the service speaks of: it says so for linkifiers (`errors`) and for what is missing
 * (`var_name`); otherwise its message may name one, or fit what the form says of one.
 */
export function placeRefusal(
  answer: unknown,
  message: string,
  fields: readonly { readonly name: string; readonly about?: RegExp | undefined }[],
): PlacedRefusal {
  const { errors, var_name } = (answer ?? {}) as { errors?: Record<string, readonly string[]>; var_name?: string }
  const known = new Set(fields.map(({ name }) => name))
  const told = Object.entries(errors ?? {}).filter(([name]) => known.has(name))
  if (told.length > 0) {
    return { atFields: Object.fromEntries(told.map(([name, texts]) => [name, texts.join(' ')])), above: undefined }
  }
  const words = new Set(message.match(/\w+/g))
  const meant =
    (var_name !== undefined && known.has(var_name) ? var_name : undefined) ??
    fields.find(({ about }) => about?.test(message))?.name ??
    fields.find(({ name }) => words.has(name))?.name
  return meant === undefined ? { atFields: {}, above: message } : { atFields: { [meant]: message }, above: undefined }
}
