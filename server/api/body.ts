import { unstable_coerceFormValue as fromText } from '@conform-to/zod/v4'
import type { Request } from 'express'
import type { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { isDatabaseUnavailable } from '../database/failures.ts'
import { ShopError } from '../platform/errors.ts'
import { type BodyAdmission, maxBytesOf, maxSmallBodyBytes } from '../web/bodies.ts'
import { isUtf8 } from '../web/charset.ts'
import { toDomainKeys, type WireNames } from '../wire/names.ts'
import type { Operation } from '../wire/operation.ts'

/** More than ten prescriptions for a full bag need; without a limit, building objects from names would be too slow. */
const maxFields = 3_000
/** The longest list that indices in field names may make: up to `types[99]`. */
const maxListLength = 100
const deepestName = 5

type Body = Record<string, unknown>

interface Gate extends BodyAdmission {
  /** @throws ShopError "token.invalid", "customer.required" */
  identify(token: string): Promise<unknown>
}

/**
 * The fields of a call: JSON, or a form (`ids[]` and `params[zipcode]` make lists and objects); without a body there are no
 * fields. Of a large one only the beginning is read until network, token and the process's other bodies allow the rest.
 * @throws ShopError "body.tooLarge", "body.wrongType", "body.unreadable", "limit.reached", "upload.busy", and what `identify`
 *   throws for a token at the beginning
 */
export async function readCallBody(
  request: Request,
  { takesFiles = false }: Pick<Operation, 'takesFiles'>,
  gate: Gate,
): Promise<Body> {
  const most = maxBytesOf(request, takesFiles)
  if (Number(request.headers['content-length'] ?? 0) > most) throw new ShopError('body.tooLarge')
  const isEmpty = !request.headers['transfer-encoding'] && !Number(request.headers['content-length'] ?? 0)
  if (isEmpty) return {}
  const type = request.is([
    'application/json',
    'application/x-www-form-urlencoded',
    ...(takesFiles ? ['multipart/form-data'] : []),
  ])
  if (!type || request.headers['content-encoding'] || !isUtf8(request)) throw new ShopError('body.wrongType')

  const bytes = await readBytes(request, most, async (head) => {
    const token = type === 'multipart/form-data' ? tokenIn(head) : undefined
    if (token !== undefined) await gate.identify(token)
    await gate.checkNetwork(request)
    await gate.acquireSlot(request)
  })
  try {
    if (type === 'application/json') return fromJson(readText(bytes))
    if (type === 'multipart/form-data') return fromForm(await multipart(request, bytes))
    return fromForm(new URLSearchParams(readText(bytes)))
  } catch (error) {
    throw new ShopError('body.unreadable', {}, { cause: error })
  }
}

/** A call's fields as its schema reads them; of a form, texts become what the schema wants. @throws ShopError "input.invalid" */
export async function readInput<Input extends z.ZodType>(
  { input, names = {} }: { input: Input; names?: WireNames | undefined },
  request: Request,
  body: Record<string, unknown>,
): Promise<z.output<Input>> {
  const schema = request.is('application/json') ? input : (fromText(input) as Input)
  const read = await schema.safeParseAsync(toDomainKeys(body, names), { error: () => fields.unreadable })
  if (!read.success) throw new ShopError('input.invalid', {}, { cause: read.error })
  return read.data
}

/** @param admit is called once, when more than the beginning is sent */
async function readBytes(
  request: Request,
  max: number,
  admit: (head: Buffer) => Promise<void>,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  let isAdmitted = false
  try {
    // After a refusal halfway the connection must stay open for the response.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > max) throw new ShopError('body.tooLarge')
      chunks.push(chunk)
      if (isAdmitted || size <= maxSmallBodyBytes) continue
      await admit(Buffer.concat(chunks))
      isAdmitted = true
    }
  } catch (error) {
    // A client that hangs up is an ECONNRESET, too, as a lost database is.
    const isOurs = error !== request.errored && (error instanceof ShopError || isDatabaseUnavailable(error))
    if (isOurs) throw error
    throw new ShopError('body.unreadable', {}, { cause: error })
  }
  return Buffer.concat(chunks)
}

/**
 * The token of a multipart form whose beginning holds it, as programs send it that name it before the files. Each step looks
 * through the text once: anybody may send any text.
 */
export function tokenIn(head: Buffer): string | undefined {
  const text = head.toString('latin1')
  const nameMatch = /\bname="?token"?\r\n/.exec(text)
  const start = nameMatch ? text.indexOf('\r\n\r\n', nameMatch.index) : -1
  const end = start < 0 ? -1 : text.indexOf('\r\n--', start + 4)
  return end < 0 ? undefined : text.slice(start + 4, end)
}

function readText(bytes: Buffer<ArrayBuffer>): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

function multipart(request: Request, bytes: Buffer<ArrayBuffer>): Promise<FormData> {
  return new Response(bytes, { headers: { 'Content-Type': request.get('Content-Type') ?? '' } }).formData()
}

function fromJson(text: string): Body {
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Error('not an object')
  // PostgreSQL cannot store a NUL character.
  if (text.includes('\\u0000')) throw new Error('the character zero')
  const { 'ids[]': ids, ...sent } = body as Body
  return ids === undefined ? sent : { ...sent, ids: [ids].flat() }
}

/** The tree of bracketed field names, before lists and objects are told apart. */
type Branches = Map<string, Branches | FormDataEntryValue[]>

function fromForm(form: URLSearchParams | FormData): Body {
  const root: Branches = new Map()
  let fields = 0
  for (const [name, value] of form) {
    if (++fields > maxFields) throw new Error('too many fields')
    if (typeof value === 'string' && value.includes('\0')) throw new Error('the character zero')
    addField(root, name, value)
  }
  return Object.fromEntries([...root].map(([name, branch]) => [name, toPlainValue(branch)]))
}

function addField(root: Branches, name: string, value: FormDataEntryValue): void {
  const steps = name.replaceAll(']', '').split('[')
  const last = steps.pop() ?? ''
  if (steps.length >= deepestName) throw new Error('too deep')
  let branches = root
  for (const step of steps) {
    const next = branches.get(step) ?? new Map()
    if (!(next instanceof Map)) throw new Error('both a value and a list')
    branches.set(step, next)
    branches = next
  }
  const values = branches.get(last) ?? []
  if (values instanceof Map) throw new Error('both a value and a list')
  values.push(value)
  branches.set(last, values)
}

/** `a[0]`, `a[1]` and `a[]` are lists, other names objects; a repeated name makes a list too. */
function toPlainValue(branch: Branches | FormDataEntryValue[]): unknown {
  if (Array.isArray(branch)) return branch.length === 1 ? branch[0] : branch
  const appendedValue = branch.get('')
  if (appendedValue && branch.size === 1) return [toPlainValue(appendedValue)].flat()
  const names = [...branch.keys()]
  if (!names.every((name) => /^\d{1,3}$/.test(name))) {
    return Object.fromEntries([...branch].map(([name, twig]) => [name, toPlainValue(twig)]))
  }
  const length = Math.max(...names.map(Number)) + 1
  if (length > maxListLength) throw new Error('list too long')
  return Array.from({ length }, (_, place) => {
    const twig = branch.get(String(place))
    return twig && toPlainValue(twig)
  })
}
