import { createHmac } from 'node:crypto'
import { type AppLoadContext, data } from '@remix-run/node'
import type { Shop } from '#server/shop.ts'
import { foreignFormTexts } from '../texts/foreign-form.ts'
import { accountFieldName } from '../ui/field/form-fields.ts'
import { getCookies } from './cookies.server.ts'
import type { RequestArgs } from './load-context.ts'
import { tryReadForm } from './read-form.server.ts'
import { listSecretFieldNames } from './secret-fields.ts'
import { loadVisitor } from './visitor.server.ts'

type AccountKind = 'customer' | 'staff'

/** Identifies the account in its pages' forms: short, and no number that somebody could read. Signed by the newest secret. */
export function createAccountTag(
  { sessionSecrets }: Pick<Shop, 'sessionSecrets'>,
  kind: AccountKind,
  id: number,
): string {
  return signAccountTag(sessionSecrets[0] ?? '', kind, id)
}

/** Whether a form is of a page of this account, or (an older page's, a program's) names no account. */
export function isFormForAccount(shop: Pick<Shop, 'sessionSecrets'>, form: FormData, kind: AccountKind, id: number) {
  return form.getAll(accountFieldName).every((tag) => isAccountTag(shop, tag, kind, id))
}

export function isAccountTag(
  { sessionSecrets }: Pick<Shop, 'sessionSecrets'>,
  tag: unknown,
  kind: AccountKind,
  id: number,
) {
  return sessionSecrets.some((secret) => tag === signAccountTag(secret, kind, id))
}

function signAccountTag(secret: string, kind: AccountKind, id: number): string {
  return createHmac('sha256', secret).update(`form of ${kind} ${id}`).digest('base64url').slice(0, 8)
}

/** A form of a page that was made for another account than the one signed in now. */
interface ForeignForm {
  path: string
  /** All but secrets and files. */
  fields: [name: string, value: string][]
}

const foreignFormByContext = new WeakMap<AppLoadContext, ForeignForm>()

/** The form that `assertOwnForm` refused in this request. */
export function findForeignForm(context: AppLoadContext): ForeignForm | undefined {
  return foreignFormByContext.get(context)
}

/**
 * Called before every action of the shop: two people share a browser, and one's page is still open in a tab when the other has signed
 * in. What is typed there was meant for the account of the one. Who is not signed in any more is not checked here.
 * @throws a 422 page that holds what was typed
 */
export async function assertOwnForm(args: RequestArgs): Promise<void> {
  const { request, context } = args
  if (getCookies(args).read('token') === null) return
  const form = await tryReadForm(request)
  if (!form?.has(accountFieldName)) return
  const { customer } = await loadVisitor(args)
  if (!customer || isFormForAccount(context.shop, form, 'customer', customer.id)) return
  const { pathname, search } = new URL(request.url)
  foreignFormByContext.set(context, { path: pathname + search, fields: pickEchoableFields(form) })
  throw data({ message: foreignFormTexts.refusedMessage }, 422)
}

/** What may be shown again of a form. */
export function pickEchoableFields(form: FormData): ForeignForm['fields'] {
  const secretFieldNames = listSecretFieldNames([])
  return [...form].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !secretFieldNames.includes(field[0]),
  )
}
