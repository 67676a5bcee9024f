import { whatsappTexts as texts } from '../texts/backoffice/whatsapp.ts'
import { defineStaffForm } from './staff-pages.server.tsx'

const redirectToSystems = (rootPath: string, flash: string) => ({ to: `${rootPath}/sistemas`, flash })

export const templateNamesForm = defineStaffForm({
  intent: 'modelos',
  schema: ({ backoffice }) => backoffice.whatsapp.forms.TemplateNames,
  run: ({ shop, actor, seenHash }, names) => shop.backoffice.whatsapp.changeTemplateNames(actor, names, seenHash),
  respond: ({ rootPath }) => redirectToSystems(rootPath, texts.templatesSavedMessage),
})

export const branchAlertForm = defineStaffForm({
  intent: 'avisar-loja',
  schema: ({ backoffice }) => backoffice.whatsapp.forms.BranchAlertForm,
  run: ({ shop, actor, seenHash }, { branchId, alertEmail, alertPhone }) =>
    shop.backoffice.whatsapp.changeBranchAlert(actor, branchId, { email: alertEmail, phone: alertPhone }, seenHash),
  respond: ({ rootPath }) => redirectToSystems(rootPath, texts.alertSavedMessage),
})
