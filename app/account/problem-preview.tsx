import type { ReportedProblem } from '#server/problems/problem.ts'
import type { SeenDraft } from '#server/problems/problems.ts'
import type { RefundBreakdown } from '#server/problems/refund-breakdown.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { formatMoney } from '../texts/format.ts'
import { problemTexts as texts } from '../texts/problems.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { ReportableOrderLine } from './problem-form.tsx'

type ProblemPreviewProps = {
  orderId: number
  report: ReportedProblem & SeenDraft & { photoIds: number[] }
  refund: RefundBreakdown
  lines: ReportableOrderLine[]
}

/** The refund preview shown before submitting. */
export function ProblemPreview({ orderId, report, refund, lines }: ProblemPreviewProps) {
  const isImmediateRefund = report.kind === 'cancel' || report.kind === 'withdraw'
  const hasRefundLines = refund.lines.length > 0
  const hasPrescriptionItem = lines.some(
    (line) => line.requiresPrescription && refund.lines.some(({ productId }) => productId === line.productId),
  )
  return (
    <>
      <h1>{texts.previewTitle}</h1>
      <p>{isImmediateRefund ? texts.immediateLead : texts.previewLead}</p>
      <Panel title={isImmediateRefund ? texts.immediateTitle : texts.ifAccepted}>
        {hasRefundLines ? (
          <DescriptionList
            items={[
              ...refund.lines.map(({ name, units, cents }) => ({
                name: `${units} × ${name}`,
                value: formatMoney(cents),
              })),
              { name: texts.coupon, value: refund.couponCents > 0 && `−${formatMoney(refund.couponCents)}` },
              { name: texts.delivery, value: refund.deliveryFeeCents > 0 && formatMoney(refund.deliveryFeeCents) },
              { name: texts.paidBack, value: refund.paidBackCents > 0 && `−${formatMoney(refund.paidBackCents)}` },
              { name: texts.total, value: <b>{formatMoney(refund.totalCents)}</b> },
            ]}
          />
        ) : (
          <p>{texts.nothingRefundedHint}</p>
        )}
      </Panel>
      {refund.totalCents > 0 && (
        <Panel title={texts.refundMethod}>
          <DescriptionList
            items={[
              {
                name: texts.toPaymentMethod,
                value: refund.providerCents > 0 && formatMoney(refund.providerCents),
              },
              { name: texts.toWallet, value: refund.walletCents > 0 && formatMoney(refund.walletCents) },
            ]}
          />
        </Panel>
      )}
      <Panel title={texts.yourReport}>
        <p>
          <b>{texts.kinds[report.kind]}</b>
        </p>
        {report.message && <p>“{report.message}”</p>}
        {report.photoIds.length > 0 && <p className={muted}>{texts.photosKept(report.photoIds.length)}</p>}
      </Panel>
      {hasRefundLines && report.kind !== 'cancel' && (
        <Message>{hasPrescriptionItem ? `${texts.keepGoods} ${texts.medicineNotResold}` : texts.keepGoods}</Message>
      )}
      <PostForm className={stack} action={`/minha-conta/pedidos/${orderId}/problema`}>
        <input type="hidden" name="draft_id" value={report.id} />
        <input type="hidden" name="seen_hash" value={report.seenHash} />
        <div className={row}>
          <Button size="big" name="intent" value="send">
            {texts.sendProblem}
          </Button>
          <ButtonLink variant="text" href={`/minha-conta/pedidos/${orderId}/problema`}>
            {texts.editReport}
          </ButtonLink>
        </div>
      </PostForm>
    </>
  )
}
