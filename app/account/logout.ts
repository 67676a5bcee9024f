import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { loadVisitor } from '../http/visitor.server.ts'
import { loginTexts } from '../texts/account.ts'
import { completeSignOut } from './sign-in.server.ts'

/** 'Sair': ends this session. */
export async function action(args: ActionFunctionArgs) {
  const { sessionToken } = await loadVisitor(args)
  if (sessionToken) await args.context.shop.accounts.logout(sessionToken)
  const response = await completeSignOut(args, loginTexts.signedOut)
  response.headers.set('Clear-Site-Data', clearSiteDataValue)
  return response
}

/**
 * What else the browser remembers: on a computer shared with others, pictures in the cache and the page that 'Back' shows
 * would name medicines. Worth the moment it takes, since few sign out who are alone. Not "cookies": the bag is one of them.
 * Browsers ignore it on http.
 */
const clearSiteDataValue = '"cache", "storage"'

export function loader() {
  return redirect('/', 303)
}
