import { type CookieChanges, getCookies } from '../http/cookies.server.ts'
import { createShopAction, defineShopForm } from '../http/handle-forms.server.ts'
import { createFlashMessage } from '../http/responses.server.ts'
import { rememberDevice } from '../http/visitor.server.ts'
import { accountMessages } from '../texts/account.ts'
import { accountFieldNames } from '../ui/field/account-field-names.ts'
import { createPersonChecks } from './person-forms.server.ts'

const recoveryPath = '/recuperacao-senha'

/** Of the three forms each verifies again what the one before did. */
const resetPasswordForm = defineShopForm({
  intent: 'senha',
  identifyingField: 'password',
  schema: ({ accounts }) => accounts.forms.PasswordReset,
  fields: { passwordAgain: accountFieldNames.passwordAgain },
  hasBotProtection: true,
  extraChecks: createPersonChecks,
  async run({ args, shop: { accounts } }, { email, code, password }) {
    const deviceToken = getCookies(args).read('deviceToken')
    await accounts.resetPassword(email, code, password, args.context.clientNetwork, deviceToken)
    return accounts.findCustomerByEmail(email)
  },
  async respond({ args }, customer) {
    // Who reads the customer's e-mail gets in here, while strangers guess at the password elsewhere.
    const deviceToken = customer ? await rememberDevice(args, customer.id) : undefined
    return redirectWithFlash('/login', accountMessages.passwordReset, { recovery: null, deviceToken })
  },
})

const checkRecoveryCodeForm = defineShopForm({
  intent: 'codigo',
  identifyingField: 'code',
  schema: ({ accounts }) => accounts.forms.RecoveryCode,
  hasBotProtection: true,
  async run({ args, shop, formData }, { email, code }) {
    await shop.accounts.assertValidRecoveryCode(email, code, args.context.clientNetwork)
    return { email: String(formData.get('email')), code: String(formData.get('code')) }
  },
  respond: (_, recovery) =>
    redirectWithFlash(`${recoveryPath}?etapa=senha`, accountMessages.codeAccepted, { recovery }),
})

const sendRecoveryCodeForm = defineShopForm({
  intent: 'email',
  schema: ({ accounts }) => accounts.forms.RecoveryRequest,
  hasBotProtection: true,
  async run({ args, shop, formData }, { email }) {
    await shop.accounts.sendRecoveryCode(email, args.context.clientNetwork)
    return { email: String(formData.get('email')), code: '' }
  },
  respond: (_, recovery) => redirectWithFlash(`${recoveryPath}?etapa=codigo`, accountMessages.codeSent, { recovery }),
})

export const recoveryAction = createShopAction(resetPasswordForm, checkRecoveryCodeForm, sendRecoveryCodeForm)

function redirectWithFlash(to: string, message: string, cookieChanges: CookieChanges) {
  return { to, flash: createFlashMessage('ok', message), ...cookieChanges }
}
