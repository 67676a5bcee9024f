import type { ActionFunctionArgs } from '@remix-run/node'
import { requireCustomer, requireGuest } from './access.server.ts'
import type { CookieChanges } from './cookies.server.ts'
import {
  type CustomerSender,
  type Form,
  type FormReplyResponse,
  formsOf,
  type ShopSender,
  submittedForm,
} from './define-form.server.ts'
import { readForm } from './read-form.server.ts'
import { isRefusal, refusalPage, seeOther } from './responses.server.ts'
import { saveForm } from './saved-form.server.ts'
import { visitorOf } from './visitor.server.ts'

/** Where a form of the shop leads, with what changes in cookies; or the page again, where nothing was refused. */
type Next = ({ to: string } & CookieChanges) | Response | FormReplyResponse

/** What does not exist has no page; an input that names such a thing has its form. */
function assertShown(fault: unknown, isAboutField: boolean): void {
  if (isRefusal(fault) && fault.status === 404 && !isAboutField) refusalPage(fault)
}

/** A form that anybody may send. */
export const shopForm = formsOf<ShopSender, Next>(assertShown)
/** A form of a customer's. */
export const customerForm = formsOf<CustomerSender, Next>(assertShown)

/** An action that takes these forms from anybody. */
export function shopForms(...forms: Form<ShopSender, Next>[]) {
  return async (args: ActionFunctionArgs) => {
    const form = await readForm(args.request)
    const who = { args, shop: args.context.shop, form, visitor: await visitorOf(args) }
    const outcome = await submittedForm(forms, form).submit(who)
    if ('refused' in outcome) return outcome.refused
    const { next } = outcome
    if (next instanceof Response || 'data' in next) return next
    const { to, ...changes } = next
    return seeOther(args.context, to, changes)
  }
}

/** An action that takes them from visitors: who is signed in goes on to where they lead. */
export function guestForms(...forms: Form<ShopSender, Next>[]) {
  const take = shopForms(...forms)
  return async (args: ActionFunctionArgs) => {
    await requireGuest(args)
    return take(args)
  }
}

/** An action that takes them from customers. */
export function customerForms(...forms: Form<CustomerSender, Next>[]) {
  return shopForms(...forms.map((form) => asCustomer(form)))
}

/** A customer's form among others: who is not signed in any more signs in first, and finds what was typed into it. */
export function asCustomer(
  form: Form<CustomerSender, Next>,
  access: (who: ShopSender) => Parameters<typeof requireCustomer>[1] = (who) =>
    form.isResumable ? { cookieChanges: saveForm(who.args, who.form, form.notSecret) } : {},
): Form<ShopSender, Next> {
  return {
    ...form,
    submit: async (who) => form.submit({ ...who, visitor: await requireCustomer(who.args, access(who)) }),
  }
}
