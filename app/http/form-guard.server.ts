import { guardFieldNames } from '../ui/field/form-fields.ts'
import type { RequestArgs } from './load-context.ts'
import { loadVisitor } from './visitor.server.ts'

/**
 * Keeps robots away from a form that carries `FormGuard`: forms open to anyone, and forms that prove an identity or commit
 * to something. A customer's own settings are protected by the sign-in, and a lone button needs no guard.
 *
 * Where a captcha is set up (CAPTCHA_KEY), a visitor's form has it solved, or was open for a while: a form without scripts
 * could not solve it, and must not be a dead end.
 */
export async function guardForm(args: RequestArgs, form: FormData): Promise<void> {
  const { customer } = await loadVisitor(args)
  const readFieldText = (name: string) => form.get(name)?.toString()
  const { formToken, honeypot, captcha } = guardFieldNames
  const { shop, clientNetwork } = args.context
  const captchaSolution = readFieldText(captcha) ?? ''
  const requiresCaptcha = shop.captcha.isEnabled && customer === null
  if (requiresCaptcha && captchaSolution !== '') await shop.captcha.assertSolved(captchaSolution)
  await shop.formGuard.assertHumanSubmission(
    {
      formToken: readFieldText(formToken) ?? null,
      honeypot: readFieldText(honeypot) ?? '',
      email: readFieldText('email') ?? customer?.email ?? null,
      isSuspicious: requiresCaptcha && captchaSolution === '',
    },
    clientNetwork,
  )
}
