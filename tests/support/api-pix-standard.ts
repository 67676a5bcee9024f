import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import standard from './api-pix-2.9.0.json' with { type: 'json' }

/** A call to a bank, or from a bank to the webhook, with its response. */
export interface Exchange {
  method: string
  /** Relative to the API's URL; any for the webhook. */
  path: string
  /** Undefined: none. */
  body: unknown
  /** 0: no response. */
  status: number
  answer: unknown
}

interface Content {
  content?: Record<string, { schema: object }>
}
/** In the standard a definition is inline or a `$ref`. */
type Named<Thing> = Thing | { $ref: string }
interface Operation {
  requestBody?: Named<Content>
  responses: Record<string, Named<Content>>
}
interface Call {
  operation: Operation
  /** The path's parameters, with their schemas. */
  parameters: { schema: object; value: string }[]
}

const { paths, components } = standard
const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }))
// The standard says that a location is a URI, but its examples have no scheme.
ajv.addFormat('uri', true)

/** Why `value` does not match the Central Bank's schema of that name; empty when it does. */
export function offencesAgainst(name: keyof typeof components.schemas, value: unknown): string[] {
  return offences(components.schemas[name], value)
}

/** How an exchange violates the standard (address, method, bodies, status); empty when it conforms. */
export function offencesOf(exchange: Exchange): string[] {
  const { method, path } = exchange
  const found = path === '/oauth/token' ? offencesOfLogin(exchange) : offencesOfCall(exchange)
  return found.map((offence) => `${method} ${path}: ${offence}`)
}

/** RFC 6749, section 4.4.2. */
function offencesOfLogin({ method, body }: Exchange): string[] {
  const form = new URLSearchParams(String(body))
  return method === 'POST' && form.get('grant_type') === 'client_credentials' ? [] : ['no login by client credentials']
}

function offencesOfCall({ method, path, body, status, answer }: Exchange): string[] {
  const call = method === 'POST' ? callOfTheBank : findCall(method, path)
  if (!call) return ['no such call']
  const { operation, parameters } = call
  const response = operation.responses[status]
  // A refused token is specified by OAuth (RFC 6750), not here.
  const isForeseen = response || status === 0 || status === 401
  return [
    ...parameters.flatMap(({ schema, value }) => offences(schema, value)),
    ...offences(schemaOf(operation.requestBody), body),
    ...(isForeseen ? offences(schemaOf(response), answer) : [`${status} is no answer to it`]),
  ]
}

const callOfTheBank: Call = {
  operation: paths['/webhook/{chave}'].put.callbacks.listaPix['{$request.body#/webhookUrl}/pix'].post,
  parameters: [],
}

function findCall(method: string, path: string): Call | null {
  for (const [template, item] of Object.entries(paths)) {
    const values = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path)
    const operation = (item as unknown as Record<string, Operation>)[method.toLowerCase()]
    if (!values || !operation) continue
    // Each path lists its parameters in the order of their placeholders.
    const parameters = item.parameters.map(({ schema }, index) => ({
      schema,
      value: decodeURIComponent(values[index + 1] ?? ''),
    }))
    return { operation, parameters }
  }
  return null
}

/** Null where the standard has no body. */
function schemaOf(named: Named<Content> | undefined): object | null {
  if (named && '$ref' in named) {
    const [kind = '', name = ''] = named.$ref.split('/').slice(-2)
    return schemaOf((components as unknown as Record<string, Record<string, Content>>)[kind]?.[name])
  }
  return Object.values(named?.content ?? {})[0]?.schema ?? null
}

const validators = new Map<object, ValidateFunction>()

function offences(schema: object | null, value: unknown): string[] {
  if (!schema) return []
  const fits = validators.get(schema) ?? ajv.compile({ allOf: [schema], components })
  validators.set(schema, fits)
  if (fits(value)) return []
  return (fits.errors ?? []).map(({ instancePath, message }: ErrorObject) => `${instancePath} ${message}`)
}
