import { z } from 'zod'
import { cookiesOf } from '../http/cookies.server.ts'
import type { ShopFormContext } from '../http/define-form.server.ts'
import { shopForm } from '../http/handle-forms.server.ts'
import { flashMessage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { accountMessages, signInCodeTexts } from '../texts/account.ts'
import { completeSignIn } from './sign-in.server.ts'

/** The address of the step in which the code is typed, or of the first one. */
export function loginPath(redirectTo: string, step?: 'codigo'): string {
  return `/login?${new URLSearchParams({ ...(step && { etapa: step }), redirectTo })}`
}

const readRedirectTarget = ({ formData }: ShopFormContext) => safeRedirect(formData.get('redirectTo'))

async function loginWithPassword({ args, shop }: ShopFormContext, email: string, password: string) {
  const { network } = args.context
  const userAgent = args.request.headers.get('User-Agent')
  return shop.accounts.login(email, password, network, userAgent, cookiesOf(args).read('deviceToken'))
}

function redirectSignedIn(context: ShopFormContext, token: string) {
  return completeSignIn(context.args, 'login', token, readRedirectTarget(context))
}

function redirectToCodeStep(context: ShopFormContext, email: string) {
  const flash = flashMessage('ok', accountMessages.codeSent)
  return { to: loginPath(readRedirectTarget(context), 'codigo'), recovery: { email, code: '' }, flash }
}

/** 'Entrar'. */
const signInWithPassword = shopForm({
  intent: 'login',
  identifyingField: 'password',
  schema: ({ accounts }) => accounts.forms.Login,
  fields: { email: 'email', password: 'password' },
  hasBotProtection: true,
  run: (context, { email, password }) => loginWithPassword(context, email, password),
  respond: redirectSignedIn,
})

/** Enter, in either field: with a password it signs in, without one it asks for a code. */
const continueLogin = shopForm({
  intent: 'continue',
  schema: ({ accounts }) => accounts.forms.SignInRequest.extend({ password: z.string().max(128).optional() }),
  fields: { email: 'email', password: 'password' },
  hasBotProtection: true,
  async run(context, { email, password }) {
    if (password) return { token: await loginWithPassword(context, email, password) }
    await context.shop.accounts.mailSignInCode(email, context.args.context.network)
    return { email }
  },
  respond: (context, outcome) =>
    outcome.token === undefined ? redirectToCodeStep(context, outcome.email) : redirectSignedIn(context, outcome.token),
})

/** 'Receber código'. */
const sendLoginCode = shopForm({
  intent: 'code',
  schema: ({ accounts }) => accounts.forms.SignInRequest,
  fields: { email: 'email' },
  hasBotProtection: true,
  async run({ args, shop }, { email }) {
    await shop.accounts.mailSignInCode(email, args.context.network)
    return email
  },
  respond: redirectToCodeStep,
})

/** 'Entrar com o código', on any device: the one that asked for it remembers the e-mail. */
const signInWithCode = shopForm({
  intent: 'enter',
  identifyingField: 'code',
  schema: ({ accounts }) => accounts.forms.SignInCode,
  fields: { email: 'email', code: 'code' },
  hasBotProtection: true,
  run: ({ args, shop }, { email, code }) =>
    shop.accounts.signInByCode(email, code, args.context.network, args.request.headers.get('User-Agent')),
  respond: (context, { token, isNew, isPasswordRevoked }) =>
    completeSignIn(context.args, isNew ? 'sign_up' : 'login', token, readRedirectTarget(context), {
      messages: isPasswordRevoked ? [signInCodeTexts.passwordRevokedMessage] : [],
    }),
})

/** 'Usar chave de acesso': no robot signs the shop's challenge, so nothing guards it. */
const signInWithPasskey = shopForm({
  intent: 'passkey',
  identifyingField: 'answer',
  schema: () => z.object({ answer: z.string().default('') }),
  fields: { answer: 'answer' },
  run: ({ args, shop }, { answer }) =>
    shop.accounts.signInByPasskey(answer, args.context.network, args.request.headers.get('User-Agent')),
  respond: redirectSignedIn,
})

export const loginForms = [signInWithPasskey, signInWithCode, signInWithPassword, continueLogin, sendLoginCode] as const
