import { data } from '@remix-run/node'

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/**
 * The fields a form sent.
 * @throws the page of a 415 for what is no form, of a 400 for one that can't be read
 */
export async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => null)
  if (!form) throw data(null, formTypes.test(request.headers.get('Content-Type') ?? '') ? 400 : 415)
  // PostgreSQL keeps no NUL, and no shopper types one.
  if ([...form.values()].some((value) => typeof value === 'string' && value.includes('\0'))) throw data(null, 400)
  return form
}
