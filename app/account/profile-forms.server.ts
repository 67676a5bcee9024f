import type { Shop } from '#server/shop.ts'
import { getCookies } from '../http/cookies.server.ts'
import { describeInputs } from '../http/form-inputs.server.ts'
import { defineCustomerForm } from '../http/handle-forms.server.ts'
import { createFlashMessage, throwAsErrorPage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { accountMessages } from '../texts/account.ts'
import { accountFieldNames } from '../ui/field/account-field-names.ts'
import { createPersonChecks } from './person-forms.server.ts'
import { completeSignOut } from './sign-in.server.ts'

const profilePath = '/minha-conta?section=perfil'

const redirectToProfile = (message: string) => ({ to: profilePath, flash: createFlashMessage('ok', message) })

/** For the fields of profile and password: of a profile none may be left empty, while what a call leaves out stays. */
export const describeProfileInputs = ({ accounts: { forms } }: Shop) =>
  describeInputs(forms.Registration.and(forms.PasswordChange))

/** 'Salvar'. */
export const saveProfileForm = defineCustomerForm({
  intent: 'profile',
  identifyingField: accountFieldNames.firstName,
  schema: ({ accounts }) => accounts.forms.Profile,
  fields: { firstName: accountFieldNames.firstName, lastName: accountFieldNames.lastName },
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
  fields: { passwordAgain: accountFieldNames.passwordAgain },
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
  intent: 'leave',
  run: ({ shop, visitor }) => shop.accounts.signOutEverywhere(visitor.customer.id),
  respond: ({ args }) => completeSignOut(args, accountMessages.signedOutEverywhere),
})

/** 'Sair deste aparelho'. */
export const signOutDeviceForm = defineCustomerForm({
  intent: 'session',
  identifyingField: 'session',
  run: ({ shop, formData, visitor }) =>
    shop.accounts.signOutDevice(visitor.customer.id, String(formData.get('session'))).catch(throwAsErrorPage),
  respond: () => redirectToProfile(accountMessages.deviceSignedOut),
})
