import { whatsappTexts as texts } from '../texts/backoffice/whatsapp.ts'
import { defineStaffForm } from './staff-pages.server.tsx'

export const templateNamesForm = defineStaffForm({
  intent: 'modelos',
  schema: ({ backoffice }) => backoffice.whatsapp.forms.TemplateNames,
  run: ({ backoffice, seenHash }, names) => backoffice.whatsapp.changeTemplateNames(names, seenHash),
  respond: () => ({ flash: texts.templatesSavedMessage }),
})

export const branchAlertForm = defineStaffForm({
  intent: 'avisar-loja',
  schema: ({ backoffice }) => backoffice.whatsapp.forms.BranchAlertForm,
  run: ({ backoffice, seenHash }, { branchId, alertEmail, alertPhone }) =>
    backoffice.whatsapp.changeBranchAlert(branchId, { email: alertEmail, phone: alertPhone }, seenHash),
  respond: () => ({ flash: texts.alertSavedMessage }),
})
