import type { ReviewedBag } from '#server/bag/bag.ts'
import { outdent, spreadRow } from '../styles/shared.css.ts'
import { bagTexts as texts } from '../texts/bag.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { couponForm } from './coupon-form.css.ts'

type CouponFormProps = {
  appliedCoupon: ReviewedBag['coupon']
  /** What a refused form had. */
  submittedCode?: string | undefined
  error: string | null
}

export function CouponForm({ appliedCoupon, submittedCode, error }: CouponFormProps) {
  if (appliedCoupon) {
    return (
      <PostForm className={`${spreadRow} ${couponForm}`} action="/checkout/sacola">
        <span translate="no">{texts.couponInUse(appliedCoupon.code)}</span>
        <span className={outdent}>
          <Button variant="text" name="intent" value="removeCoupon">
            {texts.removeCoupon}
          </Button>
        </span>
      </PostForm>
    )
  }
  return (
    <PostForm className={couponForm} action="/checkout/sacola">
      <TextField
        label={texts.couponCode}
        name="coupon_code"
        autoComplete="off"
        defaultValue={submittedCode}
        error={error}
        actionButton={
          <Button variant="outline" name="intent" value="coupon">
            {texts.applyCoupon}
          </Button>
        }
      />
    </PostForm>
  )
}
