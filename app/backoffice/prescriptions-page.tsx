import { redirect } from '@remix-run/node'
import type { Establishment } from '#server/backoffice/dispensing.ts'
import { parseId } from '../http/ids.ts'
import { muted, visuallyHidden } from '../styles/shared.css.ts'
import { queueTexts } from '../texts/backoffice/orders.ts'
import { backofficePrescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { formatDateAndTime, toIsoDay } from '../texts/dates.ts'
import { formatCnpj } from '../texts/format.ts'
import { normalizeDay } from '../texts/normalize-day.ts'
import { pictureRequestTexts } from '../texts/picture-requests.ts'
import { dispensingTexts } from '../texts/prescription-use.ts'
import { backofficeQuoteTexts as quoteTexts } from '../texts/quotes.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { Select, TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import * as css from './backoffice.css.ts'
import { TablePanel } from './backoffice-table.tsx'
import { BranchFilter } from './branch-select.tsx'
import { createCsvResponse } from './csv.ts'
import type { View } from './document.tsx'
import { ListPages, readPage } from './list-pages.tsx'
import { createStaffLoader, type StaffRequest } from './staff-pages.server.tsx'

export const loader = createStaffLoader(async (request) => {
  const days = readDispensingDays(request.url.searchParams)
  if (days) return createDispensingCsvResponse(request, days)
  const requestedOrderId = parseId(request.url.searchParams.get('pedido'))
  if (!requestedOrderId) return loadView(request)
  const prescriptions = await request.backoffice.prescriptions.listPendingPrescriptions()
  const prescription = prescriptions.find(({ orderId }) => orderId === requestedOrderId)
  return prescription ? redirect(`${request.rootPath}/receitas/${prescription.id}`, 303) : loadView(request)
})

type DispensingDays = { firstDay: string; lastDay: string }

/** `sngpc` with `de` and `ate`, or a whole month: `sngpc=2026-03`; null without them, or for what is no day. */
function readDispensingDays(query: URLSearchParams): DispensingDays | null {
  const text = query.get('sngpc')
  if (text === null) return null
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  const days =
    year && month
      ? [`${text}-01`, `${text}-${new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()}`]
      : [query.get('de'), query.get('ate')].map((day) => normalizeDay(day ?? '')).sort()
  const [firstDay = '', lastDay = ''] = days
  return isDay(firstDay) && isDay(lastDay) ? { firstDay, lastDay } : null
}

function isDay(day: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(day).toJSON()?.slice(0, 10) === day
}

async function createDispensingCsvResponse({ backoffice, url }: StaffRequest, days: DispensingDays): Promise<Response> {
  const cnpj = url.searchParams.get('cnpj')?.toUpperCase().replace(/\W/g, '') || null
  const dispensedLots = await backoffice.dispensing.listDispensedLots({ ...days, cnpj })
  return createCsvResponse(
    ['sngpc', ...(cnpj ? [cnpj] : []), days.firstDay, days.lastDay].join('-'),
    dispensingTexts.columns,
    dispensedLots.map(
      ({ dispensedAt, orderId, branchName, cnpj, productName, anvisaRegistration, lot, units, part }) => [
        formatDateAndTime(dispensedAt),
        orderId,
        branchName,
        formatCnpj(cnpj),
        productName,
        anvisaRegistration ?? '',
        lot ?? '',
        units,
        part?.age ?? '',
        part?.sex ?? '',
        part?.prescriber ?? '',
        part?.registration ?? '',
        part?.sncr ?? '',
        part?.issuedAt ?? '',
        part?.isProlonged ? dispensingTexts.prolonged : '',
      ],
    ),
  )
}

async function loadView({ backoffice, shop, actor, rootPath, url, isAllowed }: StaffRequest): Promise<View> {
  const { prescriptions } = backoffice
  const branchId = actor.branchId ?? (parseId(url.searchParams.get('loja')) || null)
  const mayDecide = isAllowed('prescriptions.decide')
  const [pendingPrescriptions, decidedPrescriptions, branches, pendingQuotes, establishments] = await Promise.all([
    prescriptions.listPendingPrescriptions(branchId),
    prescriptions.listLatestDecisions(branchId, readPage(url, 'decididas')),
    actor.branchId === null ? shop.delivery.listBranches() : [],
    backoffice.quotes.listPendingQuotes(branchId),
    mayDecide ? backoffice.dispensing.listEstablishments() : [],
  ])
  const now = shop.clock.now()
  return {
    title: texts.title,
    header: (
      <div className={css.alignEnd}>
        <BranchFilter action={`${rootPath}/receitas`} branchId={branchId} branches={branches} />
      </div>
    ),
    content: (
      <>
        {pendingPrescriptions.length === 0 ? (
          <EmptyState icon="prescription" title={texts.emptyTitle}>
            {texts.emptyHint}
          </EmptyState>
        ) : (
          <TablePanel caption={texts.caption} hidesCaption columns={texts.columns.slice(0, mayDecide ? 4 : 3)}>
            {pendingPrescriptions.map((prescription) => (
              <tr key={prescription.id}>
                <th scope="row">
                  <a href={`${rootPath}/pedidos/${prescription.orderId}`}>{prescription.orderId}</a>
                </th>
                <td className={muted}>{formatDateAndTime(prescription.sentAt)}</td>
                <td>
                  {prescription.pictureDueAt
                    ? pictureRequestTexts.waitingLabel(formatDateAndTime(prescription.pictureDueAt))
                    : queueTexts.minutesAgo(Math.floor((now.getTime() - prescription.sentAt.getTime()) / 60_000))}
                </td>
                {mayDecide && (
                  <td>
                    <ButtonLink variant="outline" href={`${rootPath}/receitas/${prescription.id}`}>
                      {texts.review}
                      <span className={visuallyHidden}> {texts.orderTitle(prescription.orderId)}</span>
                    </ButtonLink>
                  </td>
                )}
              </tr>
            ))}
          </TablePanel>
        )}
        {pendingQuotes.length > 0 && (
          <TablePanel caption={quoteTexts.caption} columns={quoteTexts.columns.slice(0, mayDecide ? 3 : 2)}>
            {pendingQuotes.map(({ prescriptionId, sentAt }) => (
              <tr key={prescriptionId}>
                <th scope="row">{formatDateAndTime(sentAt)}</th>
                <td>{queueTexts.minutesAgo(Math.floor((now.getTime() - sentAt.getTime()) / 60_000))}</td>
                {mayDecide && (
                  <td data-wide>
                    <ButtonLink variant="outline" href={`${rootPath}/sacola?orcamento=${prescriptionId}`}>
                      {quoteTexts.openQuote}
                    </ButtonLink>
                  </td>
                )}
              </tr>
            ))}
          </TablePanel>
        )}
        {mayDecide && (
          <DispensingForm establishments={establishments} today={toIsoDay(now)} action={`${rootPath}/receitas`} />
        )}
        {decidedPrescriptions.length > 0 && (
          <TablePanel caption={texts.decidedTitle} columns={texts.decidedColumns}>
            {decidedPrescriptions.map((prescription) => (
              <tr key={prescription.id}>
                <th scope="row">
                  {prescription.orderId !== null && (
                    <a href={`${rootPath}/pedidos/${prescription.orderId}`}>{prescription.orderId}</a>
                  )}
                  <small>{formatDateAndTime(prescription.decidedAt)}</small>
                </th>
                <td>
                  <Badge tone={prescription.decision === 'approved' ? 'ok' : 'plain'}>
                    {texts[prescription.decision]}
                  </Badge>
                  <small>{prescription.reason}</small>
                </td>
                <td data-wide>{prescription.pharmacistName}</td>
              </tr>
            ))}
          </TablePanel>
        )}
        <ListPages
          url={url}
          hasMore={decidedPrescriptions.length === shop.backoffice.listSizes.decisions}
          param="decididas"
        />
        <p className={muted}>{texts.olderDecisionsHint}</p>
      </>
    ),
  }
}

interface DispensingFormProps {
  establishments: Establishment[]
  today: string
  action: string
}

/** Of the days and the CNPJ that one file for the SNGPC is of. */
function DispensingForm({ establishments, today, action }: DispensingFormProps) {
  return (
    <Panel title={dispensingTexts.title}>
      <form className={css.inlineFields} action={action}>
        <TextField label={dispensingTexts.firstDay} name="de" type="date" required defaultValue={today} />
        <TextField label={dispensingTexts.lastDay} name="ate" type="date" required defaultValue={today} />
        <Select label={dispensingTexts.cnpj} name="cnpj">
          {establishments.map(({ cnpj, branches }) => (
            <option key={cnpj} value={cnpj}>
              {dispensingTexts.establishment(
                formatCnpj(cnpj),
                branches.map(({ name }) => name),
              )}
            </option>
          ))}
        </Select>
        <Button variant="outline" name="sngpc" value="csv">
          {dispensingTexts.download}
        </Button>
      </form>
    </Panel>
  )
}
