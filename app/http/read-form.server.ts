import { data } from '@remix-run/node'

const formContentTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i
/** More than a full bag's products make; the time to read a form grows with their square. */
const maxFieldCount = 1_000
/** `email`, `pacient.pacient`: no form of ours nests deeper or uses indexes; an index could claim a list of any length. */
const fieldNamePattern = /^[\w-]+(\.\w+)?$/

/**
 * The fields a form sent.
 * @throws a 415 page for a body that is not a form, a 400 page for one that can't be read
 */
export async function readForm(request: Request): Promise<FormData> {
  const form = await tryReadForm(request)
  if (!form) throw data(null, formContentTypes.test(request.headers.get('Content-Type') ?? '') ? 400 : 415)
  return form
}

const formsByRequest = new WeakMap<Request, Promise<FormData | null>>()

/**
 * The fields a form sent; null for a body that is not a form, or not one that the shop's pages could send. Read once per
 * request.
 */
export function tryReadForm(request: Request): Promise<FormData | null> {
  const form = formsByRequest.get(request) ?? parseForm(request)
  formsByRequest.set(request, form)
  return form
}

async function parseForm(request: Request): Promise<FormData | null> {
  const form = await request.formData().catch(() => null)
  const fields = [...(form ?? [])]
  return fields.length <= maxFieldCount && fields.every(isAcceptableField) ? form : null
}

/** PostgreSQL cannot store a NUL, and no shopper types one. */
function isAcceptableField([name, value]: [string, FormDataEntryValue]): boolean {
  return fieldNamePattern.test(name) && (typeof value !== 'string' || !value.includes('\0'))
}
