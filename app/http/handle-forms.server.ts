import type { ActionFunctionArgs, TypedResponse } from '@remix-run/node'
import { requireCustomer, requireGuest } from './access.server.ts'
import type { CookieChanges } from './cookies.server.ts'
import {
  type CustomerFormContext,
  createFormFactory,
  type Form,
  type FormActionResponse,
  getSubmittedForm,
  type ShopFormContext,
} from './define-form.server.ts'
import { readForm } from './read-form.server.ts'
import { isShopError, seeOther, throwAsErrorPage } from './responses.server.ts'
import { buildSavedFormCookieChanges } from './saved-form.server.ts'
import { loadVisitor } from './visitor.server.ts'

/** Where a form of the shop leads, with what changes in cookies; or the page again, where nothing was refused. */
type FormResult = ({ to: string } & CookieChanges) | TypedResponse<never> | FormActionResponse

/** What does not exist has no page; an input that names such a thing has its form. */
function rethrowIfPageGone(error: unknown, isAboutField: boolean): void {
  if (isShopError(error) && error.status === 404 && !isAboutField) throwAsErrorPage(error)
}

/** A form that anybody may send. */
export const defineShopForm = createFormFactory<ShopFormContext, FormResult>(rethrowIfPageGone)
export const defineCustomerForm = createFormFactory<CustomerFormContext, FormResult>(rethrowIfPageGone)

export function createShopAction(...forms: Form<ShopFormContext, FormResult>[]) {
  return async (args: ActionFunctionArgs) => {
    const formData = await readForm(args.request)
    const context = { args, shop: args.context.shop, formData, visitor: await loadVisitor(args) }
    const outcome = await getSubmittedForm(forms, formData).submit(context)
    if ('errorResponse' in outcome) return outcome.errorResponse
    const { result } = outcome
    if (!('to' in result)) return result
    const { to, ...cookieChanges } = result
    return seeOther(args.context, to, cookieChanges)
  }
}

/** An action that takes them from visitors only: signed-in customers are redirected to where the forms lead. */
export function createGuestAction(...forms: Form<ShopFormContext, FormResult>[]) {
  const action = createShopAction(...forms)
  return async (args: ActionFunctionArgs) => {
    await requireGuest(args)
    return action(args)
  }
}

export function createCustomerAction(...forms: Form<CustomerFormContext, FormResult>[]) {
  return createShopAction(...forms.map((form) => withRequiredCustomer(form)))
}

/** A customer's form among others: who is not signed in any more signs in first, and finds what was typed into it. */
export function withRequiredCustomer(
  form: Form<CustomerFormContext, FormResult>,
  getAccessOptions: (context: ShopFormContext) => Parameters<typeof requireCustomer>[1] = (context) =>
    form.isResumable
      ? { cookieChanges: buildSavedFormCookieChanges(context.args, context.formData, form.nonSecretFieldNames) }
      : {},
): Form<ShopFormContext, FormResult> {
  return {
    ...form,
    submit: async (context) =>
      form.submit({ ...context, visitor: await requireCustomer(context.args, getAccessOptions(context)) }),
  }
}
