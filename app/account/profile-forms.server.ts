import { getCookies } from '../http/cookies.server.ts'
import { noFields } from '../http/define-form.server.ts'
import { defineCustomerForm } from '../http/handle-forms.server.ts'
import { createFlashMessage, throwAsErrorPage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { accountMessages } from '../texts/account.ts'
import { createPersonChecks, newPasswordFieldNames, personFieldNames } from './person-forms.server.ts'
import { completeSignOut } from './sign-in.server.ts'

const profilePath = '/minha-conta?section=perfil'

const redirectToProfile = (message: string) => ({ to: profilePath, flash: createFlashMessage('ok', message) })

/** 'Salvar'. */
export const saveProfileForm = defineCustomerForm({
  intent: 'profile',
  identifyingField: personFieldNames.firstName,
  schema: ({ accounts }) => accounts.forms.Profile,
  fields: personFieldNames,
  isResumable: true,
  extraChecks: createPersonChecks,
  run: ({ shop, visitor }, profile) => shop.accounts.updateProfile(visitor.customer.id, profile),
  respond: ({ formData }) => ({
    to: safeRedirect(formData.get('redirectTo'), profilePath),
    flash: createFlashMessage('ok', accountMessages.profileSaved),
  }),
})

/** 'Receber código', beside the field that a customer without a password proves the account with. */
export const sendProofCodeForm = defineCustomerForm({
  ...noFields,
  intent: 'proof',
  hasBotProtection: true,
  run: ({ shop, visitor }) => shop.accounts.sendProofCode(visitor.customer.id),
  respond({ args }) {
    const { pathname, search } = new URL(args.request.url)
    return { to: pathname + search, flash: createFlashMessage('ok', accountMessages.codeSent) }
  },
})

/** 'Trocar senha', 'Criar senha'. */
export const changePasswordForm = defineCustomerForm({
  intent: 'password',
  identifyingField: 'current_password',
  schema: ({ accounts }) => accounts.forms.PasswordChange,
  fields: { currentPassword: 'current_password', ...newPasswordFieldNames },
  hasBotProtection: true,
  extraChecks: createPersonChecks,
  run: ({ args, shop, visitor: { customer, sessionToken } }, passwords) =>
    shop.accounts.changePassword(
      customer.id,
      passwords,
      args.context.clientNetwork,
      sessionToken,
      getCookies(args).read('deviceToken'),
    ),
  respond: () => redirectToProfile(accountMessages.passwordChanged),
})

/** 'Sair de todos os aparelhos'. */
export const signOutEverywhereForm = defineCustomerForm({
  ...noFields,
  intent: 'leave',
  run: ({ shop, visitor }) => shop.accounts.signOutEverywhere(visitor.customer.id),
  respond: ({ args }) => completeSignOut(args, accountMessages.signedOutEverywhere),
})

/** 'Sair deste aparelho'. */
export const signOutDeviceForm = defineCustomerForm({
  ...noFields,
  intent: 'session',
  identifyingField: 'session',
  run: ({ shop, formData, visitor }) =>
    shop.accounts.signOutDevice(visitor.customer.id, String(formData.get('session'))).catch(throwAsErrorPage),
  respond: () => redirectToProfile(accountMessages.deviceSignedOut),
})
