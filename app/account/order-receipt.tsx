import type { Order } from '#server/orders/order.ts'
import type { OrderChange } from '#server/orders/order-changes.ts'
import type { Proposal } from '#server/orders/proposals.ts'
import type { Payment } from '#server/payments/payment-queries.ts'
import { deliveryOptionTexts } from '../texts/delivery-options.ts'
import { formatAddressLine, formatFiscalKey, formatMoney, formatZipcode } from '../texts/format.ts'
import { orderTexts as texts } from '../texts/orders.ts'
import { formatPaymentMethod } from '../texts/payment-methods.ts'
import { listRefundTexts } from '../texts/returned-payments.ts'
import { BagLine } from '../ui/bag-line/bag-line.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { OrderTotals } from '../ui/order-summary/order-totals.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { placeholderPictureKey } from '../ui/picture/picture.tsx'
import { summarizeRemovals, WishedRemovals } from './order-change-panel.tsx'
import { ReplacedItems } from './order-proposal.tsx'

export interface ReceiptProps {
  order: Order
  payments: Payment[]
  /** What gains and wallet paid; `name` null is the wallet. */
  balancePayments: { gainId: number | null; name: string | null; amountCents: number; isReturned: boolean }[]
  buyerName: string
  /** Proposed substitutes for missing items, newest first. */
  proposals: Proposal[]
  seller: { legalName: string; cnpj: string }
  changes: OrderChange[]
}

export function Receipt({ order, proposals, balancePayments, payments, buyerName, seller, changes }: ReceiptProps) {
  const { address } = order
  const isPickup = order.type === 'pickup'
  const { endRefund, paidBackCents, netCents } = order.net
  const wished = summarizeRemovals(order, changes)
  const paymentLabels = [
    ...balancePayments.map(({ name, amountCents }) =>
      texts.paymentLine(name ?? texts.wallet, formatMoney(amountCents)),
    ),
    ...payments
      .filter(({ reason }) => reason === null)
      .map(({ method, amountCents }) => texts.paymentLine(formatPaymentMethod(method), formatMoney(amountCents))),
  ]
  return (
    <Panel title={(order.paidAt ? texts.receipt : texts.summary)(order.id)}>
      <ul>
        {order.lines.map((line) => (
          <BagLine
            key={line.productId}
            product={{ ...line, id: line.productId, pictureKey: line.pictureKey ?? placeholderPictureKey }}
            href={line.slug ? `/produto/${line.slug}` : '/categoria'}
            quantity={line.quantity}
            totalCents={line.fullPriceCents * line.quantity - line.discountCents}
            promotions={line.promotions}
            fullTotalCents={line.fullPriceCents * line.quantity}
          />
        ))}
      </ul>
      <OrderTotals
        {...order}
        {...(order.paidAt && { dueLabel: texts.paidAmountLabel })}
        {...(isPickup && { deliveryLabel: deliveryOptionTexts.pickupIn(address.addressType) })}
      />
      <WishedRemovals order={order} changes={changes} />
      {order.shortPickedCents > wished.cents && <p>{formatRemovals(order, wished)}</p>}
      {order.refundedFeeCents > 0 && <p>{texts.deliveryFeeReturned(formatMoney(order.refundedFeeCents))}</p>}
      <ReplacedItems order={order} proposals={proposals} />
      {listRefundTexts(payments, order.dueCents).map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
      {endRefund.balanceCents > 0 && <p>{texts.balancesReturned(formatMoney(endRefund.balanceCents))}</p>}
      {paidBackCents > 0 && order.phase !== 'void' && (
        <p>{texts.paidBack(formatMoney(paidBackCents), formatMoney(netCents))}</p>
      )}
      <DescriptionList
        items={[
          {
            name: texts.paymentMethodLabel,
            value:
              paymentLabels.length > 0 &&
              paymentLabels.map((label) => (
                <span key={label}>
                  {label}
                  <br />
                </span>
              )),
          },
          {
            name: isPickup ? texts.pickup : texts.address,
            value: (
              <>
                {buyerName}
                <br />
                {isPickup && (
                  <>
                    {texts.pickupAt(address.addressType)}
                    <br />
                  </>
                )}
                {formatAddressLine(address)}
                <br />
                {formatZipcode(address.zipcode)}, {address.city}, {address.state}
              </>
            ),
          },
          { name: texts.receivedBy, value: order.receivedBy },
          {
            name: texts.fiscalTitle,
            value: order.fiscalKey && (
              <>
                <a href={getFiscalLookupHref(order.fiscalKey)}>{texts.fiscalLink}</a>
                <br />
                <span translate="no">{formatFiscalKey(order.fiscalKey)}</span>
              </>
            ),
          },
          { name: texts.note, value: order.note },
          {
            name: texts.soldBy,
            value: (
              <>
                {seller.legalName}
                <br />
                {texts.cnpj(seller.cnpj)}
              </>
            ),
          },
        ]}
      />
    </Panel>
  )
}

/** Where consumers look a document up by its key: an NFC-e (model 65) in São Paulo, an NF-e at the nation's portal. */
function getFiscalLookupHref(fiscalKey: string): string {
  return fiscalKey.slice(20, 22) === '65'
    ? 'https://www.nfce.fazenda.sp.gov.br/NFCeConsultaPublica/'
    : 'https://www.nfe.fazenda.gov.br/portal/consultaRecaptcha.aspx'
}

type Removals = ReturnType<typeof summarizeRemovals>

/** Why other units were taken out than those that their customer did not want, and what went back for them all. */
function formatRemovals(order: Order, wished: Removals): string {
  const amount = formatMoney(order.shortPickedCents - wished.cents)
  const missingItems = formatMissingItems(order, wished)
  if (order.partlyApproved.length === 0) return texts.removedItems(amount, missingItems)
  const coveredTexts = order.partlyApproved.map(({ productId, units, orderedUnits }) => {
    const name = order.lines.find((line) => line.productId === productId)?.name ?? ''
    return texts.prescriptionCovers(name, units, orderedUnits - units)
  })
  return [
    ...coveredTexts,
    ...(missingItems === '' ? [] : [texts.missingItems(missingItems)]),
    texts.removedAmount(amount),
  ].join(' ')
}

/** Those that the shelf did not have: `1 × Dipirona 500mg; 2 × Soro` */
function formatMissingItems({ lines, partlyApproved }: Order, { unitsByProductId }: Removals): string {
  const missingLines = lines.flatMap(({ productId, name, shortPickedUnits }) => {
    const { units, orderedUnits } = partlyApproved.find((each) => each.productId === productId) ?? {
      units: 0,
      orderedUnits: 0,
    }
    const missingUnits = shortPickedUnits - (orderedUnits - units) - (unitsByProductId.get(productId) ?? 0)
    return missingUnits > 0 ? [`${missingUnits}\u00a0×\u00a0${name}`] : []
  })
  return missingLines.join('; ')
}
