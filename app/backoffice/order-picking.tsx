import type { BackofficeLine, BackofficeOrder } from '#server/backoffice/orders.ts'
import { muted, row, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { formatTime } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { BackofficeTable } from './backoffice-table.tsx'
import { pickScannedForm } from './order-forms.server.ts'
import { missingItemParam } from './order-item-fields.tsx'
import { formatLots, NextStepForm } from './order-next-step.tsx'
import { ScanField } from './scan-field.tsx'
import { type StaffRequest, showStaffForm } from './staff-pages.server.tsx'

/** A scanner types the code and presses Enter: a plain form, empty again after a wrong code, so that the next one is read whole. */
export function BarcodeScanPanel({ details, request }: { details: BackofficeOrder; request: StaffRequest }) {
  const totalUnits = details.lines.reduce((sum, line) => sum + line.unitsToPick, 0)
  const pickedUnits = details.lines.reduce((sum, line) => sum + Math.min(line.pickedUnits, line.unitsToPick), 0)
  const { field, failedForm } = showStaffForm(pickScannedForm, request, {
    texts: texts.scanFields,
    intents: ['produto'],
  })
  return (
    <Panel title={texts.checkTitle(pickedUnits, totalUnits)}>
      {pickedUnits < totalUnits && (
        <PostForm>
          <ScanField />
          <TextField
            {...field('barcode')}
            defaultValue=""
            // The square of a box has letters, too.
            inputMode="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            hint={
              failedForm?.intent === 'ean' &&
              field('barcode').error &&
              texts.scannedCode(failedForm.getFieldValue('barcode'))
            }
            actionButton={<Button>{texts.check}</Button>}
          />
        </PostForm>
      )}
      <NextStepForm details={details} missingUnits={totalUnits - pickedUnits} request={request} />
    </Panel>
  )
}

/** The order's lines, unpicked ones first, and its totals. */
export function OrderLines({ details, request }: { details: BackofficeOrder; request: StaffRequest }) {
  const { order } = details
  const otherRefundCents = order.net.paidBackCents - order.shortPickedCents
  const isPicking = order.status === 'paid' || order.status === 'preparing'
  const lines = [...details.lines].sort((a, b) => Number(isFullyPicked(a)) - Number(isFullyPicked(b)))
  return (
    <div className={css.tablePanel}>
      <BackofficeTable
        caption={texts.linesCaption}
        hidesCaption
        columns={texts.columns.slice(0, isPicking ? 4 : 3)}
        numericColumnIndexes={[2]}
      >
        {lines.map((line) => (
          <tr key={line.productId} data-done={(isPicking && line.unitsToPick > 0 && isFullyPicked(line)) || undefined}>
            <th scope="row" data-wide>
              <span className={css.productRow}>
                {line.pictureKey && (
                  <img src={`/imagens/${line.pictureKey}-160.webp`} alt="" width="44" height="44" loading="lazy" />
                )}
                <span>
                  <b>{line.name}</b>
                  <small>
                    {line.sku} · {line.ean ?? texts.noBarcode}
                    {line.lots.length > 0 && ` · ${texts.lotLabel(formatLots(line.lots))}`}
                  </small>
                </span>
              </span>
            </th>
            <td>
              <span className={css.nowrap}>
                <b>{line.unitsToPick}</b> un.
              </span>
            </td>
            <td className={css.numericCell}>{formatMoney(line.discountedCents)}</td>
            {isPicking && (
              <td data-wide>
                <PickingCell line={line} pagePath={request.url.pathname} />
              </td>
            )}
          </tr>
        ))}
      </BackofficeTable>
      <div className={css.tableFooter}>
        <DescriptionList
          items={[
            { name: texts.products, value: formatMoney(order.itemsCents) },
            {
              name: texts.discount,
              value:
                order.discountCents + order.couponDiscountCents > 0 &&
                `−${formatMoney(order.discountCents + order.couponDiscountCents)}`,
            },
            {
              name: order.type === 'pickup' ? texts.pickup : texts.delivery,
              value: order.deliveryFeeCents === 0 ? texts.free : formatMoney(order.deliveryFeeCents),
            },
            { name: texts.total, value: <b>{formatMoney(order.totalCents)}</b> },
            { name: texts.balances, value: order.balanceCents > 0 && `−${formatMoney(order.balanceCents)}` },
            {
              name: texts.removedItems,
              value: order.shortPickedCents > 0 && `−${formatMoney(order.shortPickedCents)}`,
            },
            { name: texts.otherRefunds, value: otherRefundCents > 0 && `−${formatMoney(otherRefundCents)}` },
            { name: texts.net, value: order.net.paidBackCents > 0 && <b>{formatMoney(order.net.netCents)}</b> },
          ]}
        />
        {order.status === 'pending_payment' && <p className={muted}>{texts.unpaidHint}</p>}
        {order.status === 'prescription_review' && <p className={muted}>{texts.reviewHint}</p>}
        {(order.status === 'out_for_delivery' || order.status === 'ready_for_pickup') && (
          <NextStepForm details={details} missingUnits={0} request={request} />
        )}
      </div>
    </div>
  )
}

export function isFullyPicked(line: BackofficeLine): boolean {
  return line.pickedUnits >= line.unitsToPick
}

/** A missing product is picked without a scan, or reported as short to the form below. */
function PickingCell({ line, pagePath }: { line: BackofficeLine; pagePath: string }) {
  if (line.unitsToPick === 0) return <span className={muted}>{texts.removedLine}</span>
  if (isFullyPicked(line) && line.pickedAt)
    return <span className={css.successText}>{texts.checkedAt(formatTime(line.pickedAt))}</span>
  return (
    <PostForm className={row}>
      <ScanField />
      <span>
        {line.pickedUnits > 0 ? texts.partlyChecked(line.pickedUnits, line.unitsToPick) : texts.uncheckedLine}
      </span>
      <Button variant="outline" name="product" value={line.productId}>
        {texts.checkManually}
        <span className={visuallyHidden}>: {line.name}</span>
      </Button>
      <a href={`${pagePath}?${missingItemParam}=${line.productId}#item-tirar`}>
        {texts.missingLine}
        <span className={visuallyHidden}>: {line.name}</span>
      </a>
    </PostForm>
  )
}
