import { cookiesOf } from '../http/cookies.server.ts'
import { noFields } from '../http/define-form.server.ts'
import { customerForm } from '../http/handle-forms.server.ts'
import { flashMessage, throwAsErrorPage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { accountMessages } from '../texts/account.ts'
import { newPasswordFields, personChecks, personFields } from './person-forms.server.ts'
import { completeSignOut } from './sign-in.server.ts'

const profilePath = '/minha-conta?section=perfil'

const redirectToProfile = (message: string) => ({ to: profilePath, flash: flashMessage('ok', message) })

/** 'Salvar'. */
export const saveProfile = customerForm({
  intent: 'profile',
  identifyingField: personFields.firstName,
  schema: ({ accounts }) => accounts.forms.Profile,
  fields: personFields,
  isResumable: true,
  extraChecks: personChecks,
  run: ({ shop, visitor }, profile) => shop.accounts.updateProfile(visitor.customer.id, profile),
  respond: ({ formData }) => ({
    to: safeRedirect(formData.get('redirectTo'), profilePath),
    flash: flashMessage('ok', accountMessages.profileSaved),
  }),
})

/** 'Receber código', beside the field that a customer without a password proves the account with. */
export const sendProofCode = customerForm({
  ...noFields,
  intent: 'proof',
  hasBotProtection: true,
  run: ({ shop, visitor }) => shop.accounts.mailProofCode(visitor.customer.id),
  respond({ args }) {
    const { pathname, search } = new URL(args.request.url)
    return { to: pathname + search, flash: flashMessage('ok', accountMessages.codeSent) }
  },
})

/** 'Trocar senha', 'Criar senha'. */
export const changePassword = customerForm({
  intent: 'password',
  identifyingField: 'current_password',
  schema: ({ accounts }) => accounts.forms.PasswordChange,
  fields: { currentPassword: 'current_password', ...newPasswordFields },
  hasBotProtection: true,
  extraChecks: personChecks,
  run: ({ args, shop, visitor: { customer, token } }, passwords) =>
    shop.accounts.changePassword(
      customer.id,
      passwords,
      args.context.network,
      token,
      cookiesOf(args).read('deviceToken'),
    ),
  respond: () => redirectToProfile(accountMessages.passwordChanged),
})

/** 'Sair de todos os aparelhos'. */
export const signOutEverywhere = customerForm({
  ...noFields,
  intent: 'leave',
  run: ({ shop, visitor }) => shop.accounts.signOutEverywhere(visitor.customer.id),
  respond: ({ args }) => completeSignOut(args, accountMessages.signedOutEverywhere),
})

/** 'Sair deste aparelho'. */
export const signOutDevice = customerForm({
  ...noFields,
  intent: 'session',
  identifyingField: 'session',
  run: ({ shop, formData, visitor }) =>
    shop.accounts.signOutDevice(visitor.customer.id, String(formData.get('session'))).catch(throwAsErrorPage),
  respond: () => redirectToProfile(accountMessages.deviceSignedOut),
})
