import { redirect } from '@remix-run/node'
import { parseId } from '../http/ids.ts'
import { muted, spreadRow, stack, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { queueTexts } from '../texts/backoffice/orders.ts'
import { backofficePrescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { formatDateAndTime, toIsoDay } from '../texts/dates.ts'
import { dispensingTexts } from '../texts/prescription-use.ts'
import { backofficeQuoteTexts as quoteTexts } from '../texts/quotes.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { TextField } from '../ui/field/field.tsx'
import * as css from './backoffice.css.ts'
import { BackofficeTable } from './backoffice-table.tsx'
import { BranchSelect } from './branch-select.tsx'
import { createCsvResponse } from './csv.ts'
import type { View } from './document.tsx'
import { createStaffLoader, hasPermission, type StaffRequest } from './staff-pages.server.tsx'

export const loader = createStaffLoader(async (request) => {
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.exec(request.url.searchParams.get('sngpc') ?? '')?.[0]
  if (month) return createDispensingCsvResponse(request, month)
  const requestedOrderId = parseId(request.url.searchParams.get('pedido'))
  if (!requestedOrderId) return loadView(request)
  const prescriptions = await request.shop.backoffice.prescriptions.listPendingPrescriptions(request.actor)
  const prescription = prescriptions.find(({ orderId }) => orderId === requestedOrderId)
  return prescription ? redirect(`${request.rootPath}/receitas/${prescription.id}`, 303) : loadView(request)
})

async function createDispensingCsvResponse({ shop, actor }: StaffRequest, month: string): Promise<Response> {
  const dispensedLots = await shop.backoffice.dispensing.listDispensedLots(actor, month)
  return createCsvResponse(
    `sngpc-${month}`,
    dispensingTexts.columns,
    dispensedLots.map(({ dispensedAt, orderId, branchName, productName, anvisaRegistration, lot, units, part }) => [
      formatDateAndTime(dispensedAt),
      orderId,
      branchName,
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
    ]),
  )
}

async function loadView({ shop, actor, rootPath, url }: StaffRequest): Promise<View> {
  const { prescriptions } = shop.backoffice
  const branchId = actor.branchId ?? (parseId(url.searchParams.get('loja')) || null)
  const mayDecide = hasPermission(shop, actor, 'prescriptions.decide')
  const [pendingPrescriptions, decidedPrescriptions, branches, pendingQuotes] = await Promise.all([
    prescriptions.listPendingPrescriptions(actor, branchId),
    prescriptions.listLatestDecisions(actor, branchId),
    actor.branchId === null ? shop.delivery.listBranches() : [],
    shop.backoffice.quotes.listPendingQuotes(actor, branchId),
  ])
  const now = shop.clock.now()
  return {
    title: texts.title,
    body: (
      <div className={stack}>
        <div className={spreadRow}>
          <h1>{texts.title}</h1>
          {branches.length > 1 && (
            <form className={css.inlineFields} action={`${rootPath}/receitas`}>
              <BranchSelect
                label={<span className={visuallyHidden}>{backofficeTexts.branch}</span>}
                id="loja"
                defaultValue={branchId ?? ''}
                branches={branches}
              />
              <Button variant="outline">{queueTexts.showBranch}</Button>
            </form>
          )}
        </div>
        {pendingPrescriptions.length === 0 ? (
          <EmptyState icon="prescription" title={texts.emptyTitle} actions={null}>
            {texts.emptyHint}
          </EmptyState>
        ) : (
          <div className={css.tablePanel}>
            <BackofficeTable caption={texts.caption} hidesCaption columns={texts.columns.slice(0, mayDecide ? 4 : 3)}>
              {pendingPrescriptions.map((prescription) => (
                <tr key={prescription.id}>
                  <th scope="row">
                    <a href={`${rootPath}/pedidos/${prescription.orderId}`}>{prescription.orderId}</a>
                  </th>
                  <td className={muted}>{formatDateAndTime(prescription.sentAt)}</td>
                  <td>{queueTexts.minutesAgo(Math.floor((now.getTime() - prescription.sentAt.getTime()) / 60_000))}</td>
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
            </BackofficeTable>
          </div>
        )}
        {pendingQuotes.length > 0 && (
          <div className={css.tablePanel}>
            <BackofficeTable caption={quoteTexts.caption} columns={quoteTexts.columns.slice(0, mayDecide ? 3 : 2)}>
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
            </BackofficeTable>
          </div>
        )}
        {mayDecide && (
          <form className={css.narrowForm} action={`${rootPath}/receitas`}>
            <TextField
              label={dispensingTexts.month}
              name="sngpc"
              type="month"
              placeholder="2026-03"
              required
              defaultValue={toIsoDay(now).slice(0, 7)}
              actionButton={<Button variant="outline">{dispensingTexts.download}</Button>}
            />
          </form>
        )}
        {decidedPrescriptions.length > 0 && (
          <div className={css.tablePanel}>
            <BackofficeTable caption={texts.decidedTitle} columns={texts.decidedColumns}>
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
            </BackofficeTable>
          </div>
        )}
      </div>
    ),
  }
}
