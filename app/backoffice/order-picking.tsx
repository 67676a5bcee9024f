import type { BackofficeLine, BackofficeOrder } from '#server/backoffice/orders.ts'
import type { RecentCourier } from '#server/orders/delivery-updates.ts'
import { muted, row, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { formatTime } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import { backofficeChangeTexts as changeTexts } from '../texts/order-changes.ts'
import { promotionTexts } from '../texts/promotions.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { TextField } from '../ui/field/field.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { BackofficeTable } from './backoffice-table.tsx'
import { changeParams } from './list-pages.tsx'
import { pickScannedForm } from './order-forms.server.ts'
import { missingItemParam } from './order-item-fields.tsx'
import { formatLots, NextStepForm } from './order-next-step.tsx'
import { buildNextHref, findSeriesPlace, type SeriesPlace } from './order-series.ts'
import { ScanField } from './scan-field.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

export interface PickingActionsProps {
  details: BackofficeOrder
  request: StaffRequest
  /** Who brought orders lately. */
  couriers: RecentCourier[]
  /** What is to be picked next; null where nothing is. */
  nextOrderId: number | null
}

/**
 * What is done with the order, in one bar below its goods: a code is scanned, then the next step is taken, then the next order
 * follows.
 */
export function OrderActions({ details, request, couriers, nextOrderId }: PickingActionsProps) {
  const { order } = details
  const isPicking = order.status === 'paid' || order.status === 'preparing'
  const totalUnits = details.lines.reduce((sum, line) => sum + line.unitsToPick, 0)
  const pickedUnits = details.lines.reduce((sum, line) => sum + Math.min(line.pickedUnits, line.unitsToPick), 0)
  const place = findSeriesPlace(request.url, order.id)
  if (!isPicking && details.nextStep === null && nextOrderId === null && !place) return null
  return (
    <section className={css.actionBar} aria-label={texts.actions}>
      {isPicking && <h2>{texts.checkTitle(pickedUnits, totalUnits)}</h2>}
      {isPicking && pickedUnits < totalUnits && <BarcodeForm request={request} />}
      <NextStepForm details={details} missingUnits={totalUnits - pickedUnits} request={request} couriers={couriers} />
      {place ? (
        <SeriesLinks place={place} rootPath={request.rootPath} />
      ) : (
        nextOrderId !== null && (
          <ButtonLink
            variant={details.nextStep === null ? 'solid' : 'outline'}
            href={`${request.rootPath}/pedidos/${nextOrderId}`}
          >
            {texts.nextOrder(nextOrderId)}
          </ButtonLink>
        )
      )}
    </section>
  )
}

function SeriesLinks({ place, rootPath }: { place: SeriesPlace; rootPath: string }) {
  return (
    <p className={row}>
      <span className={muted}>{texts.seriesPlace(place.position, place.ids.length)}</span>
      <a href={buildNextHref(rootPath, place)}>
        {place.nextId === null ? texts.endSeries : `${texts.skipInSeries} ${place.nextId}`}
      </a>
    </p>
  )
}

/** A scanner types the code and presses Enter: a plain form, empty again after a wrong code, so that the next one is read whole. */
function BarcodeForm({ request }: { request: StaffRequest }) {
  const { field, failedForm } = showStaffForm(pickScannedForm, request, {
    texts: texts.scanFields,
    intents: ['produto', 'linha'],
  })
  return (
    <PostForm>
      <ScanField />
      <TextField
        {...field('barcode')}
        defaultValue=""
        label={<span className={visuallyHidden}>{texts.scanFields.barcode[0]}</span>}
        placeholder={texts.scanFields.barcode[0]}
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
  )
}

/** The order's lines, unpicked ones first, and its totals. */
export function OrderLines({ details, request }: { details: BackofficeOrder; request: StaffRequest }) {
  const { order } = details
  const otherRefundCents = order.net.paidBackCents - order.shortPickedCents
  const wishedCents = sumWishedCents(details)
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
                  {line.promotions.map(({ title, cents }) => (
                    <small key={title}>{promotionTexts.applied(title, formatMoney(cents))}</small>
                  ))}
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
                <PickingCell line={line} request={request} />
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
              value: order.shortPickedCents > wishedCents && `−${formatMoney(order.shortPickedCents - wishedCents)}`,
            },
            { name: changeTexts.removedItems, value: wishedCents > 0 && `−${formatMoney(wishedCents)}` },
            { name: texts.otherRefunds, value: otherRefundCents > 0 && `−${formatMoney(otherRefundCents)}` },
            { name: texts.net, value: order.net.paidBackCents > 0 && <b>{formatMoney(order.net.netCents)}</b> },
          ]}
        />
        {order.status === 'pending_payment' && <p className={muted}>{texts.unpaidHint}</p>}
        {order.status === 'prescription_review' && <p className={muted}>{texts.reviewHint}</p>}
      </div>
    </div>
  )
}

/** What went back for items that the customer did not want any more. */
function sumWishedCents({ changes }: BackofficeOrder): number {
  return changes.reduce((sum, change) => sum + (change.kind === 'removeByWish' ? change.refundCents : 0), 0)
}

export function isFullyPicked(line: BackofficeLine): boolean {
  return line.pickedUnits >= line.unitsToPick
}

/** A missing product is picked without a scan, or reported as short to the form below. */
function PickingCell({ line, request: { url } }: { line: BackofficeLine; request: StaffRequest }) {
  if (line.unitsToPick === 0) return <span className={muted}>{texts.removedLine}</span>
  if (isFullyPicked(line) && line.pickedAt)
    return <span className={css.successText}>{texts.checkedAt(formatTime(line.pickedAt))}</span>
  const missingUnits = line.unitsToPick - line.pickedUnits
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
      {missingUnits > 1 && (
        <Button variant="text" name="whole_line" value={`${line.productId} ${missingUnits}`}>
          {texts.checkWholeLine(missingUnits)}
          <span className={visuallyHidden}>: {line.name}</span>
        </Button>
      )}
      <a href={`${changeParams(url, url.pathname, { [missingItemParam]: String(line.productId) })}#item-tirar`}>
        {texts.missingLine}
        <span className={visuallyHidden}>: {line.name}</span>
      </a>
    </PostForm>
  )
}
