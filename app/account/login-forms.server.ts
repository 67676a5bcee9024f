import { z } from 'zod'
import { getCookies } from '../http/cookies.server.ts'
import type { ShopFormContext } from '../http/define-form.server.ts'
import { defineShopForm } from '../http/handle-forms.server.ts'
import { createFlashMessage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { accountMessages, signInCodeTexts } from '../texts/account.ts'
import { completeSignIn } from './sign-in.server.ts'

/** The address of the step in which the code is typed, or of the first one. */
export function buildLoginPath(redirectTo: string, step?: 'codigo'): string {
  return `/login?${new URLSearchParams({ ...(step && { etapa: step }), redirectTo })}`
}

const readRedirectTo = ({ formData }: ShopFormContext) => safeRedirect(formData.get('redirectTo'))

async function signInWithPassword({ args, shop }: ShopFormContext, email: string, password: string) {
  const { clientNetwork } = args.context
  const userAgent = args.request.headers.get('User-Agent')
  return shop.accounts.signInWithPassword(
    email,
    password,
    clientNetwork,
    userAgent,
    getCookies(args).read('deviceToken'),
  )
}

function sendSignInCode({ args, shop }: ShopFormContext, email: string) {
  return shop.accounts.sendSignInCode(email, args.context.clientNetwork, getCookies(args).read('deviceId'))
}

function redirectAfterSignIn(context: ShopFormContext, sessionToken: string) {
  return completeSignIn(context.args, 'login', sessionToken, readRedirectTo(context))
}

function redirectToCodeStep(context: ShopFormContext, email: string) {
  const flash = createFlashMessage('ok', accountMessages.codeSent)
  return { to: buildLoginPath(readRedirectTo(context), 'codigo'), recovery: { email, code: '' }, flash }
}

/** 'Entrar'. */
const signInWithPasswordForm = defineShopForm({
  intent: 'login',
  identifyingField: 'password',
  schema: ({ accounts }) => accounts.forms.Login,
  hasBotProtection: true,
  run: (context, { email, password }) => signInWithPassword(context, email, password),
  respond: redirectAfterSignIn,
})

/** Enter, in either field: with a password it signs in, without one it asks for a code. */
const continueLoginForm = defineShopForm({
  intent: 'continue',
  schema: ({ accounts }) => accounts.forms.SignInRequest.extend({ password: z.string().max(128).optional() }),
  hasBotProtection: true,
  async run(context, { email, password }) {
    if (password) return { token: await signInWithPassword(context, email, password) }
    await sendSignInCode(context, email)
    return { email }
  },
  respond: (context, outcome) =>
    outcome.token === undefined
      ? redirectToCodeStep(context, outcome.email)
      : redirectAfterSignIn(context, outcome.token),
})

/** 'Receber código'. */
const sendSignInCodeForm = defineShopForm({
  intent: 'code',
  schema: ({ accounts }) => accounts.forms.SignInRequest,
  hasBotProtection: true,
  async run(context, { email }) {
    await sendSignInCode(context, email)
    return email
  },
  respond: redirectToCodeStep,
})

/** 'Entrar com o código', on any device: the one that asked for it remembers the e-mail. */
const signInWithCodeForm = defineShopForm({
  intent: 'enter',
  identifyingField: 'code',
  schema: ({ accounts }) => accounts.forms.SignInCode,
  hasBotProtection: true,
  run: ({ args, shop }, { email, code }) =>
    shop.accounts.signInWithCode(
      email,
      code,
      args.context.clientNetwork,
      args.request.headers.get('User-Agent'),
      getCookies(args).read('deviceToken'),
    ),
  respond: (context, { sessionToken, isNew, hasClosedAnother }) =>
    completeSignIn(context.args, isNew ? 'sign_up' : 'login', sessionToken, readRedirectTo(context), {
      messages: hasClosedAnother ? [signInCodeTexts.earlierAccountClosed] : [],
    }),
})

/** 'Usar chave de acesso': no robot signs the shop's challenge, so nothing guards it. */
const signInWithPasskeyForm = defineShopForm({
  intent: 'passkey',
  identifyingField: 'answer',
  schema: () => z.object({ answer: z.string().default('') }),
  run: ({ args, shop }, { answer }) =>
    shop.accounts.signInWithPasskey(answer, args.context.clientNetwork, args.request.headers.get('User-Agent')),
  respond: redirectAfterSignIn,
})

export const loginForms = [
  signInWithPasskeyForm,
  signInWithCodeForm,
  signInWithPasswordForm,
  continueLoginForm,
  sendSignInCodeForm,
] as const
