import type { Discount } from '#server/catalogue/pricing.ts'
import type { Promotion } from '#server/catalogue/promotions.ts'
import type { StaffOffer, StaffProduct } from '#server/catalogue/staff-products.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { backofficeProductTexts, promotionTexts as texts } from '../texts/backoffice/products.ts'
import { toIsoDay } from '../texts/dates.ts'
import { formatDay, formatMoney } from '../texts/format.ts'
import { formatMoneyInput } from '../texts/money.ts'
import { Button } from '../ui/button/button.tsx'
import { Select, TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import type { FailedForm } from './staff-pages.server.tsx'

type PromotionPanelProps = {
  product: StaffProduct
  offers: StaffOffer[]
  promotion: Promotion | null
  now: Date
  failedForm: FailedForm | undefined
}

/** The promotion as it is, and the form that plans, changes and ends it. */
export function PromotionPanel({ product, offers, promotion, now, failedForm }: PromotionPanelProps) {
  const catalogueDiscount = promotion?.isRunning ? promotion.regularDiscount : product.discount
  if (!product.promoAllowed) return <Panel title={texts.title}>{texts.forbiddenHint}</Panel>
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
      <PromotionForm promotion={promotion} failedForm={failedForm} />
      {promotion && (
        <PostForm className={row}>
          <input type="hidden" name="version" value={promotion.version} />
          <Button variant="danger" name="intent" value="despromover">
            {texts.remove}
          </Button>
        </PostForm>
      )}
    </Panel>
  )
}

function PromotionForm({ promotion, failedForm }: Pick<PromotionPanelProps, 'promotion' | 'failedForm'>) {
  const initialValues = promotion
    ? {
        type: promotion.discount.type,
        discount: formatDiscountInput(promotion.discount),
        first_day: toIsoDay(promotion.startsAt),
        last_day: getLastDay(promotion) ?? '',
      }
    : { type: 'percent', discount: '', first_day: '', last_day: '' }
  const getValue = (name: keyof typeof initialValues) => failedForm?.getFieldValue(name) ?? initialValues[name]
  const getError = (name: keyof typeof initialValues) => failedForm?.getFieldError(name) ?? null
  return (
    <PostForm className={stack}>
      <input type="hidden" name="version" value={promotion?.version ?? ''} />
      <div className={css.promotionFields}>
        <Select label={texts.type} name="type" id="promocao-tipo" defaultValue={getValue('type')}>
          <option value="percent">{texts.types.percent}</option>
          <option value="amount">{texts.types.amount}</option>
        </Select>
        <TextField
          label={texts.value}
          name="discount"
          id="promocao-desconto"
          inputMode="decimal"
          required
          maxLength={12}
          defaultValue={getValue('discount')}
          error={getError('discount')}
        />
        <TextField
          label={texts.firstDay}
          hint={texts.firstDayHint}
          name="first_day"
          id="promocao-de"
          type="date"
          defaultValue={getValue('first_day')}
          error={getError('first_day')}
        />
        <TextField
          label={texts.lastDay}
          hint={texts.lastDayHint}
          name="last_day"
          id="promocao-ate"
          type="date"
          defaultValue={getValue('last_day')}
          error={getError('last_day')}
        />
      </div>
      <div className={row}>
        <Button variant="outline" name="intent" value="promover">
          {texts.save}
        </Button>
      </div>
    </PostForm>
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

/** As people type it. */
function formatDiscountInput({ type, value }: Discount): string {
  return type === 'percent' ? String(value) : formatMoneyInput(value)
}
