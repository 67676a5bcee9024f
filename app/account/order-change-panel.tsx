import type { Order } from '#server/orders/order.ts'
import type { OrderChange } from '#server/orders/order-changes.ts'
import type { Surcharge } from '#server/orders/surcharge.ts'
import type { RemovableLine } from '#server/orders/wished-removals.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import { orderSurchargeTexts as surchargeTexts, orderChangeTexts as texts } from '../texts/order-changes.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { FieldSet } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'
import { foldedForm, hiddenInPrint } from './order-details.css.ts'

export interface OrderChangeProps {
  order: Order
  /** What the latest change costs besides; null where none did. */
  surcharge: Surcharge | null
  canChange: boolean
  removableLines: RemovableLine[]
  changes: OrderChange[]
}

/** What is to be paid before a change takes effect. */
export function SurchargeMessage({ order, surcharge }: Pick<OrderChangeProps, 'order' | 'surcharge'>) {
  if (surcharge?.state !== 'waiting') return null
  return (
    <Message tone="warn" title={surchargeTexts.waitingTitle}>
      <p>{surchargeTexts.waitingText(surcharge.amountCents, formatDateAndTime(surcharge.dueAt))}</p>
      <ButtonLink href={`/minha-conta/pedidos/${order.id}/diferenca`}>{surchargeTexts.pay}</ButtonLink>
    </Message>
  )
}

/** What its customer may still change of an order. */
export function OrderChangePanel({
  order,
  canChange,
  removableLines,
}: Pick<OrderChangeProps, 'order' | 'canChange' | 'removableLines'>) {
  const canRemove = removableLines.length > 0
  if (!canChange || (order.type === 'pickup' && !canRemove)) return null
  return (
    <Panel title={texts.title}>
      <p className={muted}>{texts.hint}</p>
      {order.type === 'delivery' && (
        <ButtonLink variant="outline" href={`/minha-conta/pedidos/${order.id}/endereco`}>
          {texts.changeAddress}
        </ButtonLink>
      )}
      {canRemove && (
        <details className={foldedForm}>
          <summary>{texts.removeTitle}</summary>
          <PostForm className={`${stack} ${hiddenInPrint}`}>
            <FieldSet legend={texts.removeLegend}>
              {removableLines.flatMap(({ productId, name, keptUnits, options }) =>
                options.map(({ units, refundCents }) => (
                  <RadioCard
                    key={`${productId} ${units}`}
                    name="item"
                    value={`${productId} ${units} ${keptUnits}`}
                    required
                    label={texts.removeOption(units, keptUnits, name)}
                    trailingContent={formatMoney(refundCents)}
                  />
                )),
              )}
            </FieldSet>
            <p className={muted}>{texts.removeHint}</p>
            <Button variant="outline" name="intent" value="remove-item">
              {texts.remove}
            </Button>
          </PostForm>
        </details>
      )}
    </Panel>
  )
}

/** What was taken out by wish: `2 × Dipirona; 1 × Soro`, and what went back for it. */
export function WishedRemovals({ order, changes }: Pick<OrderChangeProps, 'order' | 'changes'>) {
  const { items, cents } = summarizeRemovals(order, changes)
  return items === '' ? null : <p>{texts.removedByWish(items, cents)}</p>
}

export function summarizeRemovals({ lines }: Order, changes: OrderChange[]) {
  const removals = changes.filter((change) => change.kind === 'removeByWish')
  const names = new Map(lines.map(({ productId, name }) => [productId, name]))
  return {
    items: removals.map(({ productId, units }) => `${units}\u00a0×\u00a0${names.get(productId) ?? ''}`).join('; '),
    cents: removals.reduce((sum, { refundCents }) => sum + refundCents, 0),
    unitsByProductId: removals.reduce(
      (sums, { productId, units }) => sums.set(productId, (sums.get(productId) ?? 0) + units),
      new Map<number, number>(),
    ),
  }
}
