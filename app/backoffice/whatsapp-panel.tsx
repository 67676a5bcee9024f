import type { Shop } from '#server/shop.ts'
import { muted } from '../styles/shared.css.ts'
import { whatsappTexts as texts } from '../texts/backoffice/whatsapp.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { formatPhone } from '../texts/format.ts'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { BackofficeTable } from './backoffice-table.tsx'
import { FoldedForm } from './folded-form.tsx'
import { IntentRow } from './intent-button.tsx'
import { ListPages } from './list-pages.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'
import { branchAlertForm, templateNamesForm } from './whatsapp-forms.server.ts'

type Whatsapp = Awaited<ReturnType<Shop['backoffice']['whatsapp']['getWhatsapp']>>

type WhatsappPanelProps = { whatsapp: Whatsapp; request: StaffRequest }

/** The query parameter with the page of the messages that failed. */
export const failurePageParam = 'falhas'

/** Whether WhatsApp is set up, what went wrong, its templates, and where stores are told of new orders. */
export function WhatsappPanel({ whatsapp, request }: WhatsappPanelProps) {
  const { isEnabled, callUrl, verifyToken, waitingCount, failures } = whatsapp
  return (
    <>
      <Panel title={texts.title} id="whatsapp">
        <p>{texts.intro}</p>
        {!isEnabled && <p className={muted}>{texts.disabled}</p>}
        {isEnabled && (
          <DescriptionList
            items={[
              { name: texts.callUrl, value: callUrl },
              { name: texts.verifyToken, value: verifyToken ?? '' },
              { name: texts.queueLength, value: String(waitingCount) },
            ]}
          />
        )}
        {isEnabled && failures.length === 0 && <p className={muted}>{texts.noFailures}</p>}
        {failures.length > 0 && (
          <BackofficeTable caption={texts.failuresTitle} columns={texts.failureColumns}>
            {failures.map(({ id, code, at }) => (
              <tr key={id}>
                <td data-label={texts.failureColumns[0]}>{at && formatDateAndTime(at)}</td>
                <td data-label={texts.failureColumns[1]}>{texts.failures[code] ?? texts.otherFailure(code)}</td>
              </tr>
            ))}
          </BackofficeTable>
        )}
        <ListPages
          url={request.url}
          hasMore={failures.length === request.shop.backoffice.listSizes.messages}
          param={failurePageParam}
          id="whatsapp"
        />
        <TemplateNamesForm whatsapp={whatsapp} request={request} />
      </Panel>
      <Panel title={texts.alertsTitle} id="avisos">
        {whatsapp.branchAlerts.map((alert) => (
          <BranchAlertForm key={alert.branchId} alert={alert} request={request} />
        ))}
      </Panel>
    </>
  )
}

function TemplateNamesForm({ whatsapp: { templateNames, seenHash }, request }: WhatsappPanelProps) {
  const { field, failedForm, seenState } = showStaffForm(templateNamesForm, request, {
    texts: texts.templateFields,
    values: templateNames,
  })
  return (
    <FoldedForm title={texts.templatesTitle} isOpen={failedForm !== undefined} action={`${request.rootPath}/sistemas`}>
      <p className={muted}>{texts.templatesIntro}</p>
      {Object.keys(texts.templateFields).map((key) => (
        <TextField key={key} {...field(key as keyof typeof texts.templateFields)} />
      ))}
      {seenState(seenHash)}
      <IntentRow intent="modelos" label={texts.saveTemplates} />
    </FoldedForm>
  )
}

type BranchAlertFormProps = { alert: Whatsapp['branchAlerts'][number]; request: StaffRequest }

function BranchAlertForm({ alert: { branchId, name, email, phone, seenHash }, request }: BranchAlertFormProps) {
  const { field, failedForm, seenState } = showStaffForm(branchAlertForm, request, {
    texts: texts.alertFields,
    values: { alertEmail: email ?? '', alertPhone: phone === null ? '' : formatPhone(phone) },
    row: { branch_id: branchId },
  })
  return (
    <FoldedForm title={name} isOpen={failedForm !== undefined} action={`${request.rootPath}/sistemas`}>
      <input type="hidden" name="branch_id" value={branchId} />
      <TextField {...field('alertEmail')} />
      <TextField {...field('alertPhone')} />
      {seenState(seenHash)}
      <IntentRow intent="avisar-loja" label={texts.saveAlert(name)} />
    </FoldedForm>
  )
}
