import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const protocol = new URL('../../src/protocol/', import.meta.url)

/**
 * What the contract's sources say in their docstrings, which nothing keeps at run time: `parameters` and `answers` of the
 * endpoints and `fields` of the entities by name and then by field, and `entities` of the entities themselves.
 */
export function readDocstrings() {
  const files = sources().map(({ statements }) => {
    return statements.filter(ts.isVariableStatement).flatMap((statement) =>
      statement.declarationList.declarations.map(({ name, initializer }) => ({
        name: name.text,
        value: initializer,
        says: textOf(statement),
      })),
    )
  })
  const found = { parameters: new Map(), answers: new Map(), fields: new Map(), entities: new Map() }
  for (const constants of files) {
    const resolve = (name) => [...constants, ...files.flat()].find((constant) => constant.name === name)?.value
    for (const { name, value, says } of constants) {
      const declared = declaredEndpoints(value)
      if (declared.length === 0) {
        found.entities.set(name, says)
        found.fields.set(name, fieldsIn(value, resolve))
      }
      for (const endpoint of declared) {
        found.parameters.set(endpoint.name, fieldsIn(endpoint.params, resolve))
        found.answers.set(endpoint.name, fieldsIn(endpoint.response, resolve))
      }
    }
  }
  return found
}

function sources() {
  const inFolder = (folder) =>
    readdirSync(new URL(folder, protocol), { recursive: true }).map((name) => `${folder}${name}`)
  const files = ['webhook/webhook.ts', 'errors/envelope.ts', 'errors/errorExtras.ts']
  return [...inFolder('entities/'), ...inFolder('endpoints/'), ...files]
    .filter((name) => name.endsWith('.ts'))
    .map((name) => fileURLToPath(new URL(name, protocol)))
    .map((file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))
}

/** The parts of `endpoint(name, request, { … })`, if it is that, or of each in a list of them. */
function declaredEndpoints(value) {
  if (value === undefined) return []
  if (ts.isAsExpression(value)) return declaredEndpoints(value.expression)
  if (ts.isArrayLiteralExpression(value)) return value.elements.flatMap(declaredEndpoints)
  if (!ts.isCallExpression(value) || value.expression.getText() !== 'endpoint') return []
  const [name, , declaration] = value.arguments
  const part = (name) => declaration.properties.find((property) => property.name?.getText() === name)?.initializer
  return [{ name: name.text, params: part('params'), response: part('response') }]
}

/** The docstrings of the fields that an expression declares, in whatever schemas and constants it is made of. */
function fieldsIn(value, resolve) {
  const all = (parts) => new Map(parts.flatMap((part) => [...fieldsIn(part, resolve)]))
  if (value === undefined) return new Map()
  if (ts.isObjectLiteralExpression(value)) {
    return new Map(
      value.properties.flatMap((property) =>
        ts.isSpreadAssignment(property)
          ? [...fieldsIn(property.expression, resolve)]
          : [[property.name.getText().replaceAll(/['"]/g, ''), textOf(property)]],
      ),
    )
  }
  if (ts.isCallExpression(value)) return all(value.arguments)
  if (ts.isArrayLiteralExpression(value)) return all(value.elements)
  if (ts.isIdentifier(value)) return fieldsIn(resolve(value.text), resolve)
  if (ts.isPropertyAccessExpression(value) && value.name.text === 'shape') return fieldsIn(value.expression, resolve)
  return new Map()
}

/** The docstring before a node, without its tags. */
function textOf(node) {
  const comment = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc)
  return (ts.getTextOfJSDocComment(comment?.comment) ?? '').replaceAll(/\s+/g, ' ').trim()
}
