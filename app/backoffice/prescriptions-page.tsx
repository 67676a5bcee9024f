import { redirect } from '@remix-run/node'
import { parseId } from '../http/ids.ts'
import { muted, spread, stack, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { queueTexts } from '../texts/backoffice/orders.ts'
import { prescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { formatDateAndTime, toIsoDay } from '../texts/dates.ts'
import { dispensingTexts as dispensing } from '../texts/prescription-use.ts'
import { backofficeQuoteTexts as quoteTexts } from '../texts/quotes.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { TextField } from '../ui/field/field.tsx'
import * as css from './backoffice.css.ts'
import { BranchSelect } from './branch-select.tsx'
import { csvFile } from './csv.ts'
import type { View } from './document.tsx'
import { may, type StaffRequest, staffLoader } from './staff-pages.server.tsx'
import { StaffTable } from './staff-table.tsx'

export const loader = staffLoader(async (request) => {
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.exec(request.url.searchParams.get('sngpc') ?? '')?.[0]
  if (month) return dispensingFile(request, month)
  const requestedOrderId = parseId(request.url.searchParams.get('pedido'))
  if (!requestedOrderId) return show(request)
  const prescriptions = await request.shop.backoffice.prescriptions.listPending(request.actor)
  const prescription = prescriptions.find(({ orderId }) => orderId === requestedOrderId)
  return prescription ? redirect(`${request.root}/receitas/${prescription.id}`, 303) : show(request)
})

async function dispensingFile({ shop, actor }: StaffRequest, month: string): Promise<Response> {
  const lots = await shop.backoffice.dispensing.listMonth(actor, month)
  return csvFile(
    `sngpc-${month}`,
    dispensing.columns,
    lots.map(({ at, orderId, branch, product, anvisaRegistration, lot, units, part }) => [
      formatDateAndTime(at),
      orderId,
      branch,
      product,
      anvisaRegistration ?? '',
      lot ?? '',
      units,
      part?.age ?? '',
      part?.sex ?? '',
      part?.prescriber ?? '',
      part?.registration ?? '',
      part?.sncr ?? '',
      part?.issuedAt ?? '',
      part?.isProlonged ? dispensing.prolonged : '',
    ]),
  )
}

async function show({ shop, actor, root, url }: StaffRequest): Promise<View> {
  const { prescriptions } = shop.backoffice
  const branchId = actor.branchId ?? (parseId(url.searchParams.get('loja')) || null)
  const mayDecide = may(shop, actor, 'prescriptions.decide')
  const [pending, decided, branches, quotes] = await Promise.all([
    prescriptions.listPending(actor, branchId),
    prescriptions.listDecided(actor, branchId),
    actor.branchId === null ? shop.delivery.listBranches() : [],
    shop.backoffice.quotes.listPending(actor, branchId),
  ])
  const now = shop.clock.now()
  return {
    title: texts.title,
    body: (
      <div className={stack}>
        <div className={spread}>
          <h1>{texts.title}</h1>
          {branches.length > 1 && (
            <form className={css.fieldsInLine} action={`${root}/receitas`}>
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
        {pending.length === 0 ? (
          <EmptyState icon="prescription" title={texts.emptyTitle} actions={null}>
            {texts.empty}
          </EmptyState>
        ) : (
          <div className={css.sheet}>
            <StaffTable caption={texts.caption} hidesCaption columns={texts.columns.slice(0, mayDecide ? 4 : 3)}>
              {pending.map((each) => (
                <tr key={each.id}>
                  <th scope="row">
                    <a href={`${root}/pedidos/${each.orderId}`}>{each.orderId}</a>
                  </th>
                  <td className={muted}>{formatDateAndTime(each.sentAt)}</td>
                  <td>{queueTexts.ago(Math.floor((now.getTime() - each.sentAt.getTime()) / 60_000))}</td>
                  {mayDecide && (
                    <td>
                      <ButtonLink variant="outline" href={`${root}/receitas/${each.id}`}>
                        {texts.review}
                        <span className={visuallyHidden}> {texts.titleOf(each.orderId)}</span>
                      </ButtonLink>
                    </td>
                  )}
                </tr>
              ))}
            </StaffTable>
          </div>
        )}
        {quotes.length > 0 && (
          <div className={css.sheet}>
            <StaffTable caption={quoteTexts.caption} columns={quoteTexts.columns.slice(0, mayDecide ? 3 : 2)}>
              {quotes.map(({ prescriptionId, sentAt }) => (
                <tr key={prescriptionId}>
                  <th scope="row">{formatDateAndTime(sentAt)}</th>
                  <td>{queueTexts.ago(Math.floor((now.getTime() - sentAt.getTime()) / 60_000))}</td>
                  {mayDecide && (
                    <td data-wide>
                      <ButtonLink variant="outline" href={`${root}/sacola?orcamento=${prescriptionId}`}>
                        {quoteTexts.open}
                      </ButtonLink>
                    </td>
                  )}
                </tr>
              ))}
            </StaffTable>
          </div>
        )}
        {mayDecide && (
          <form className={css.form} action={`${root}/receitas`}>
            <TextField
              label={dispensing.month}
              name="sngpc"
              type="month"
              placeholder="2026-03"
              required
              defaultValue={toIsoDay(now).slice(0, 7)}
              action={<Button variant="outline">{dispensing.download}</Button>}
            />
          </form>
        )}
        {decided.length > 0 && (
          <div className={css.sheet}>
            <StaffTable caption={texts.decidedTitle} columns={texts.decidedColumns}>
              {decided.map((each) => (
                <tr key={each.id}>
                  <th scope="row">
                    {each.orderId !== null && <a href={`${root}/pedidos/${each.orderId}`}>{each.orderId}</a>}
                    <small>{formatDateAndTime(each.decidedAt)}</small>
                  </th>
                  <td>
                    <Badge tone={each.decision === 'approved' ? 'ok' : 'plain'}>{texts[each.decision]}</Badge>
                    <small>{each.reason}</small>
                  </td>
                  <td data-wide>{each.by}</td>
                </tr>
              ))}
            </StaffTable>
          </div>
        )}
      </div>
    ),
  }
}
