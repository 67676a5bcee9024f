import type { CookieChanges } from '../http/cookies.server.ts'
import { shopAction, shopForm } from '../http/handle-forms.server.ts'
import { flashMessage } from '../http/responses.server.ts'
import { rememberDevice } from '../http/visitor.server.ts'
import { accountMessages } from '../texts/account.ts'
import { newPasswordFields, personChecks } from './person-forms.server.ts'

const recoveryPath = '/recuperacao-senha'

/** Of the three forms each verifies again what the one before did. */
const setPassword = shopForm({
  intent: 'senha',
  identifyingField: 'password',
  schema: ({ accounts }) => accounts.forms.PasswordReset,
  fields: { email: 'email', code: 'code', ...newPasswordFields },
  hasBotProtection: true,
  extraChecks: personChecks,
  async run({ args, shop: { accounts } }, { email, code, password }) {
    await accounts.resetPassword(email, code, password, args.context.network)
    return accounts.findCustomerByEmail(email)
  },
  async respond({ args }, customer) {
    // Who reads the customer's e-mail gets in here, while strangers guess at the password elsewhere.
    const deviceToken = customer ? await rememberDevice(args, customer.id) : undefined
    return redirectWithFlash('/login', accountMessages.passwordReset, { recovery: null, deviceToken })
  },
})

const checkRecoveryCode = shopForm({
  intent: 'codigo',
  identifyingField: 'code',
  schema: ({ accounts }) => accounts.forms.RecoveryCode,
  fields: { email: 'email', code: 'code' },
  hasBotProtection: true,
  async run({ args, shop, formData }, { email, code }) {
    await shop.accounts.checkRecoveryCode(email, code, args.context.network)
    return { email: String(formData.get('email')), code: String(formData.get('code')) }
  },
  respond: (_, recovery) =>
    redirectWithFlash(`${recoveryPath}?etapa=senha`, accountMessages.codeAccepted, { recovery }),
})

const sendRecoveryCode = shopForm({
  intent: 'email',
  schema: ({ accounts }) => accounts.forms.RecoveryRequest,
  fields: { email: 'email' },
  hasBotProtection: true,
  async run({ args, shop, formData }, { email }) {
    await shop.accounts.mailRecoveryCode(email, args.context.network)
    return { email: String(formData.get('email')), code: '' }
  },
  respond: (_, recovery) => redirectWithFlash(`${recoveryPath}?etapa=codigo`, accountMessages.codeSent, { recovery }),
})

export const recoveryAction = shopAction(setPassword, checkRecoveryCode, sendRecoveryCode)

function redirectWithFlash(to: string, message: string, cookieChanges: CookieChanges) {
  return { to, flash: flashMessage('ok', message), ...cookieChanges }
}
