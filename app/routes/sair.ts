import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { seeOther } from '../answers.server.ts'
import { said } from '../bag-forms.server.ts'
import { loginTexts } from '../texts/account.ts'
import { visitorOf } from '../visitor.server.ts'

/** Ends the session and clears the customer's cookies; the bag stays (contract, section 3). */
export async function action(args: ActionFunctionArgs) {
  const { token, chosen } = await visitorOf(args)
  if (token) await args.context.shop.accounts.logout(token)
  return seeOther(args.context, '/', {
    token: null,
    branch: chosen ? { ...chosen, addressId: null } : undefined,
    orderNote: '',
    flash: said('ok', loginTexts.signedOut),
  })
}

export function loader() {
  return redirect('/', 303)
}
