import { type ActionFunctionArgs, data } from '@remix-run/node'
import type { CookieChanges } from '../http/cookies.server.ts'
import { type FormRefusal, submitGuardedForm } from '../http/forms.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, seeOther } from '../http/responses.server.ts'
import { rememberDevice } from '../http/visitor.server.ts'
import { accountReplies } from '../texts/account.ts'
import { addPersonErrors } from './person-errors.server.ts'

export type RecoveryStep = 'email' | 'codigo' | 'senha'

const page = '/recuperacao-senha'

/**
 * Takes one of the three forms, identified by its fields (contract, section 5). Each step verifies e-mail and code again.
 */
export async function recoveryAction(args: ActionFunctionArgs) {
  const { network, shop } = args.context
  const { accounts } = shop
  const form = await readForm(args.request)
  const recovery = { email: String(form.get('email') ?? ''), code: String(form.get('code') ?? '') }
  if (form.has('password')) {
    const outcome = await submitGuardedForm(args, accounts.forms.PasswordReset, form, ({ email, code, password }) =>
      accounts.resetPassword(email, code, password, network),
    )
    if ('refusal' in outcome) {
      await addPersonErrors(args, form, outcome.refusal)
      return refused('senha', outcome.refusal)
    }
    // Who reads the customer's e-mail gets in here, while strangers guess at the password elsewhere.
    const customer = await accounts.findCustomerByEmail(recovery.email)
    const deviceToken = customer ? await rememberDevice(args, customer.id) : undefined
    return nextStep(args, '/login', accountReplies.passwordReset, { recovery: null, deviceToken })
  }
  if (form.has('code')) {
    const outcome = await submitGuardedForm(args, accounts.forms.RecoveryCode, form, ({ email, code }) =>
      accounts.checkRecoveryCode(email, code, network),
    )
    if ('refusal' in outcome) return refused('codigo', outcome.refusal)
    return nextStep(args, `${page}?etapa=senha`, accountReplies.codeRight, { recovery })
  }
  const outcome = await submitGuardedForm(args, accounts.forms.RecoveryRequest, form, ({ email }) =>
    accounts.mailRecoveryCode(email, network),
  )
  if ('refusal' in outcome) return refused('email', outcome.refusal)
  return nextStep(args, `${page}?etapa=codigo`, accountReplies.codeSent, { recovery: { ...recovery, code: '' } })
}

/** An unknown e-mail is an error of this form, not a missing page. */
function refused(step: RecoveryStep, { data: reply, init }: FormRefusal) {
  const status = init?.status === 404 ? 422 : (init?.status ?? 422)
  return data({ ...reply, step }, { ...init, status })
}

function nextStep({ context }: ActionFunctionArgs, target: string, sentence: string, changes: CookieChanges) {
  return seeOther(context, target, { flash: flashMessage('ok', sentence), ...changes })
}
