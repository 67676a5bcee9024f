import type { Discount } from '#server/catalogue/pricing.ts'
import type { Promotion } from '#server/catalogue/promotions.ts'
import type { StaffOffer, StaffProduct } from '#server/catalogue/staff-products.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { backofficeProductTexts, promotionTexts as texts } from '../texts/backoffice/products.ts'
import { toIsoDay } from '../texts/dates.ts'
import { formatDay, formatMoney } from '../texts/format.ts'
import { formatMoneyInput } from '../texts/money.ts'
import { Select, TextField } from '../ui/field/field.tsx'
import type { GetFieldProps } from '../ui/field/field-props.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { IntentButton, IntentRow } from './intent-button.tsx'
import { savePromotionForm } from './product-forms.server.ts'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

type PromotionPanelProps = {
  product: StaffProduct
  offers: StaffOffer[]
  promotion: Promotion | null
  now: Date
  request: StaffRequest
}

/** The promotion as it is, and the form that plans, changes and ends it. */
export function PromotionPanel({ product, offers, promotion, now, request }: PromotionPanelProps) {
  const catalogueDiscount = promotion?.isRunning ? promotion.regularDiscount : product.discount
  if (!product.isPromoAllowed) return <Panel title={texts.title}>{texts.forbiddenHint}</Panel>
  if (product.isPbm) return <Panel title={texts.title}>{texts.laboratoryHint}</Panel>
  const prices = offers.map(({ effectivePriceCents }) => effectivePriceCents)
  return (
    <Panel title={texts.title}>
      {promotion && <p>{formatPromotionState(promotion, now)}</p>}
      {catalogueDiscount && <p className={muted}>{texts.catalogueDiscount(formatDiscount(catalogueDiscount))}</p>}
      {prices.length > 0 && (
        <p>
          {texts.shopPriceTitle}: <b>{backofficeProductTexts.priceRange(Math.min(...prices), Math.max(...prices))}</b>
        </p>
      )}
      <PromotionForm promotion={promotion} request={request} />
      {promotion && (
        <PostForm className={row}>
          <input type="hidden" name="version" value={promotion.version} />
          <IntentButton intent="despromover" label={texts.remove} variant="danger" />
        </PostForm>
      )}
    </Panel>
  )
}

function PromotionForm({ promotion, request }: Pick<PromotionPanelProps, 'promotion' | 'request'>) {
  const { field } = showStaffForm(savePromotionForm, request, {
    texts: texts.fields,
    values: promotion
      ? {
          type: promotion.discount.type,
          discount: formatDiscountInput(promotion.discount),
          firstDay: toIsoDay(promotion.startsAt),
          lastDay: getLastDay(promotion) ?? '',
        }
      : { type: 'percent' },
  })
  return (
    <PostForm className={stack}>
      <input type="hidden" name="version" value={promotion?.version ?? ''} />
      <PromotionFields field={field} />
      <IntentRow intent="promover" label={texts.save} variant="outline" />
    </PostForm>
  )
}

/** Discount and days, of one product's promotion or of many's. */
export function PromotionFields({ field }: { field: GetFieldProps<keyof typeof texts.fields> }) {
  return (
    <div className={css.promotionFields}>
      <Select {...field('type')}>
        <option value="percent">{texts.types.percent}</option>
        <option value="amount">{texts.types.amount}</option>
      </Select>
      <TextField {...field('discount')} inputMode="decimal" />
      {/* Their hints say what empty means. */}
      <TextField {...field('firstDay')} isOptional={false} />
      <TextField {...field('lastDay')} isOptional={false} />
    </div>
  )
}

function formatPromotionState(promotion: Promotion, now: Date): string {
  const discount = formatDiscount(promotion.discount)
  const lastDay = getLastDay(promotion)
  const lastDayText = lastDay === null ? null : formatDay(lastDay)
  if (promotion.isRunning) return texts.runningDiscount(discount, lastDayText)
  const text = texts.plannedDiscount(discount, formatDay(toIsoDay(promotion.startsAt)), lastDayText)
  // It begins within seconds, unless it cannot.
  return promotion.startsAt.getTime() + 60_000 < now.getTime() ? `${text} ${texts.notStartedHint}` : text
}

/** yyyy-MM-dd: it ends as the day after begins. */
function getLastDay({ endsAt }: Promotion): string | null {
  return endsAt === null ? null : toIsoDay(new Date(endsAt.getTime() - 1))
}

function formatDiscount({ type, value }: Discount): string {
  return type === 'percent' ? texts.percent(value) : formatMoney(value)
}

function formatDiscountInput({ type, value }: Discount): string {
  return type === 'percent' ? String(value) : formatMoneyInput(value)
}
