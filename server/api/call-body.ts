import { unstable_coerceFormValue as coerceFormValue } from '@conform-to/zod/v4'
import type { Request } from 'express'
import type { z } from 'zod'
import { fieldErrors } from '../../app/texts/fields.ts'
import type { Operation } from '../calls/operation.ts'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import { ShopError } from '../platform/errors.ts'
import { hasUtf8Body } from '../platform/http/charset.ts'
import { getMaxBodyBytes, type LargeBodyLimiter, maxSmallBodyBytes } from '../platform/http/request-bodies.ts'
import { toDomainKeys, type WireNames } from '../wire/names.ts'

/** More than ten prescriptions for a full bag need; without a limit, building objects from names would be too slow. */
const maxFieldCount = 3_000
/** The longest list that indices in field names may make: up to `types[99]`. */
const maxListLength = 100
const maxNameDepth = 5

type CallBody = Record<string, unknown>

interface BodyGate extends LargeBodyLimiter {
  verifyToken(token: string): Promise<unknown>
}

/**
 * The fields of a call: JSON, or a form (`ids[]` and `params[zipcode]` make lists and objects); without a body there are no
 * fields. Of a large one only the beginning is read until network, token and the process's other bodies allow the rest.
 * @throws ShopError "body.tooLarge", "body.wrongType", "body.unreadable", "limit.reached", "upload.busy", and what `verifyToken`
 *   throws for a token at the beginning
 */
export async function readCallBody(
  request: Request,
  { acceptsFiles = false }: Pick<Operation, 'acceptsFiles'>,
  bodyGate: BodyGate,
): Promise<CallBody> {
  const maxBytes = getMaxBodyBytes(request, acceptsFiles)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new ShopError('body.tooLarge')
  const isEmpty = !request.headers['transfer-encoding'] && !Number(request.headers['content-length'] ?? 0)
  if (isEmpty) return {}
  const contentType = request.is([
    'application/json',
    'application/x-www-form-urlencoded',
    ...(acceptsFiles ? ['multipart/form-data'] : []),
  ])
  if (!contentType || request.headers['content-encoding'] || !hasUtf8Body(request))
    throw new ShopError('body.wrongType')

  const bytes = await readBodyBytes(request, maxBytes, async (beginning) => {
    const token = contentType === 'multipart/form-data' ? findMultipartToken(beginning) : undefined
    if (token !== undefined) await bodyGate.verifyToken(token)
    await bodyGate.consumeNetworkQuota(request)
    await bodyGate.acquireSlot(request)
  })
  try {
    if (contentType === 'application/json') return parseJsonBody(decodeUtf8(bytes))
    if (contentType === 'multipart/form-data') return parseFormBody(await parseMultipart(request, bytes))
    return parseFormBody(new URLSearchParams(decodeUtf8(bytes)))
  } catch (error) {
    throw new ShopError('body.unreadable', {}, { cause: error })
  }
}

/** A call's fields as its schema reads them; of a form, texts become what the schema wants. */
export async function readInput<Input extends z.ZodType>(
  { input, wireNames = {} }: { input: Input; wireNames?: WireNames | undefined },
  request: Request,
  body: Record<string, unknown>,
): Promise<z.output<Input>> {
  const schema = request.is('application/json') ? input : (coerceFormValue(input) as Input)
  const result = await schema.safeParseAsync(toDomainKeys(body, wireNames), { error: () => fieldErrors.unreadable })
  if (!result.success) throw new ShopError('input.invalid', {}, { cause: result.error })
  return result.data
}

/** @param admit is called once, when more than the beginning is sent */
async function readBodyBytes(
  request: Request,
  maxBytes: number,
  admit: (beginning: Buffer) => Promise<void>,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let byteCount = 0
  let isAdmitted = false
  try {
    // After a refusal halfway the connection must stay open for the response.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      byteCount += chunk.length
      if (byteCount > maxBytes) throw new ShopError('body.tooLarge')
      chunks.push(chunk)
      if (isAdmitted || byteCount <= maxSmallBodyBytes) continue
      await admit(Buffer.concat(chunks))
      isAdmitted = true
    }
  } catch (error) {
    // A client that hangs up is an ECONNRESET, too, as a lost database is.
    const isKnownError = error !== request.errored && (error instanceof ShopError || isDatabaseUnavailable(error))
    if (isKnownError) throw error
    throw new ShopError('body.unreadable', {}, { cause: error })
  }
  return Buffer.concat(chunks)
}

/**
 * The token of a multipart form whose beginning holds it, as programs send it that name it before the files. Each step looks
 * through the text once: anybody may send any text.
 */
export function findMultipartToken(beginning: Buffer): string | undefined {
  const text = beginning.toString('latin1')
  const nameMatch = /\bname="?token"?\r\n/.exec(text)
  const start = nameMatch ? text.indexOf('\r\n\r\n', nameMatch.index) : -1
  const end = start < 0 ? -1 : text.indexOf('\r\n--', start + 4)
  return end < 0 ? undefined : text.slice(start + 4, end)
}

function decodeUtf8(bytes: Buffer<ArrayBuffer>): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

function parseMultipart(request: Request, bytes: Buffer<ArrayBuffer>): Promise<FormData> {
  return new Response(bytes, { headers: { 'Content-Type': request.get('Content-Type') ?? '' } }).formData()
}

function parseJsonBody(text: string): CallBody {
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Error('not an object')
  // PostgreSQL cannot store a NUL character.
  if (text.includes('\\u0000')) throw new Error('the character zero')
  const { 'ids[]': ids, ...remainingFields } = body as CallBody
  return ids === undefined ? remainingFields : { ...remainingFields, ids: [ids].flat() }
}

/** The tree of bracketed field names, before lists are distinguished from objects. */
type FieldTree = Map<string, FieldTree | FormDataEntryValue[]>

function parseFormBody(form: URLSearchParams | FormData): CallBody {
  const root: FieldTree = new Map()
  let fieldCount = 0
  for (const [name, value] of form) {
    if (++fieldCount > maxFieldCount) throw new Error('too many fields')
    if (typeof value === 'string' && value.includes('\0')) throw new Error('the character zero')
    addField(root, name, value)
  }
  return Object.fromEntries([...root].map(([name, node]) => [name, toPlainValue(node)]))
}

function addField(root: FieldTree, name: string, value: FormDataEntryValue): void {
  const segments = name.replaceAll(']', '').split('[')
  const leafName = segments.pop() ?? ''
  if (segments.length >= maxNameDepth) throw new Error('too deep')
  let tree = root
  for (const segment of segments) {
    const child = tree.get(segment) ?? new Map()
    if (!(child instanceof Map)) throw new Error('both a value and a list')
    tree.set(segment, child)
    tree = child
  }
  const values = tree.get(leafName) ?? []
  if (values instanceof Map) throw new Error('both a value and a list')
  values.push(value)
  tree.set(leafName, values)
}

/** `a[0]`, `a[1]` and `a[]` are lists, other names objects; a repeated name makes a list too. */
function toPlainValue(node: FieldTree | FormDataEntryValue[]): unknown {
  if (Array.isArray(node)) return node.length === 1 ? node[0] : node
  const appendedValues = node.get('')
  if (appendedValues && node.size === 1) return [toPlainValue(appendedValues)].flat()
  const keys = [...node.keys()]
  if (!keys.every((name) => /^\d{1,3}$/.test(name))) {
    return Object.fromEntries([...node].map(([key, child]) => [key, toPlainValue(child)]))
  }
  const length = Math.max(...keys.map(Number)) + 1
  if (length > maxListLength) throw new Error('list too long')
  return Array.from({ length }, (_, index) => {
    const child = node.get(String(index))
    return child && toPlainValue(child)
  })
}
