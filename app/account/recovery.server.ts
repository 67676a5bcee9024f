import { type ActionFunctionArgs, data } from '@remix-run/node'
import { runGuardedForm } from '../http/forms.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { type Changes, seeOther } from '../http/responses.server.ts'
import { rememberDevice } from '../http/visitor.server.ts'
import { said } from '../shell/bag-forms.server.ts'
import { accountReplies } from '../texts/account.ts'

export type RecoveryStep = 'email' | 'codigo' | 'senha'

const page = '/recuperacao-senha'

/**
 * Takes one of the three forms, identified by its fields (contract, section 5). Each step verifies e-mail and code again.
 */
export async function takeRecoveryForm(args: ActionFunctionArgs) {
  const { operations } = args.context.shop
  const form = await readForm(args.request)
  const recovery = { email: String(form.get('email') ?? ''), code: String(form.get('code') ?? '') }
  if (form.has('password')) {
    const operation = operations['auth/resetPassword']
    const outcome = await runGuardedForm(args, operation, form, {
      schema: operation.input.shape.passwordData,
      toInput: (passwordData) => ({ passwordData }),
    })
    if ('refusal' in outcome) return refused('senha', outcome.refusal)
    // Who reads the customer's e-mail gets in here, while strangers guess at the password elsewhere.
    const customer = await args.context.shop.accounts.findCustomerByEmail(recovery.email)
    const deviceToken = customer ? await rememberDevice(args, customer.id) : undefined
    return goOn(args, '/login', accountReplies.passwordReset, { recovery: null, deviceToken })
  }
  if (form.has('code')) {
    const outcome = await runGuardedForm(args, operations['auth/sendRecoveryCode'], form)
    if ('refusal' in outcome) return refused('codigo', outcome.refusal)
    return goOn(args, `${page}?etapa=senha`, accountReplies.codeRight, { recovery })
  }
  const outcome = await runGuardedForm(args, operations['auth/forgetPassword'], form)
  if ('refusal' in outcome) return refused('email', outcome.refusal)
  return goOn(args, `${page}?etapa=codigo`, accountReplies.codeSent, { recovery: { ...recovery, code: '' } })
}

type Refusal = Extract<Awaited<ReturnType<typeof runGuardedForm>>, { refusal: unknown }>['refusal']

/** An unknown e-mail is an error of this form, not a missing page. */
function refused(step: RecoveryStep, { data: reply, init }: Refusal) {
  const status = init?.status === 404 ? 422 : (init?.status ?? 422)
  return data({ ...reply, step }, { ...init, status })
}

function goOn({ context }: ActionFunctionArgs, target: string, sentence: string, changes: Changes) {
  return seeOther(context, target, { flash: said('ok', sentence), ...changes })
}
