import type { BackofficeProblem } from '#server/backoffice/problems.ts'
import type { Problem, ProblemDecision } from '#server/problems/problem.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { backofficeOrderTexts as orderTexts } from '../texts/backoffice/orders.ts'
import { formatMoney } from '../texts/format.ts'
import { problemTexts, backofficeProblemTexts as texts } from '../texts/problems.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { FieldSet, TextArea, TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { ProblemConversation } from '../ui/problem-conversation/problem-conversation.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'
import { formatTimestamp } from './audit-formatting.ts'
import type { View } from './document.tsx'
import { IntentButton } from './intent-button.tsx'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

const allDecisions = Object.keys(texts.decisions) as ProblemDecision[]

export const loader = createStaffLoader(loadView)

/** 'Responder'. */
const answerProblemForm = defineStaffForm({
  intent: 'answer',
  schema: ({ backoffice }) => backoffice.forms.ProblemAnswer,
  run: ({ id, backoffice, seenHash }, { amount: amountCents, ...answer }) =>
    backoffice.problems.answerProblem(id, { ...answer, amountCents, seenHash }),
  respond: ({ id }) => ({ flash: texts.answeredMessage(id) }),
})

/** 'Recebi os produtos', of a withdrawal. */
const receiveReturnForm = defineStaffForm({
  intent: 'receber',
  run: ({ id, backoffice }) => backoffice.problems.receiveReturn(id),
  respond: () => ({ flash: texts.goodsReceivedMessage }),
})

export const action = createStaffAction([answerProblemForm, receiveReturnForm], loadView)

async function loadView(request: StaffRequest): Promise<View> {
  const { backoffice, shop, rootPath, isAllowed } = request
  const details = await backoffice.problems.getProblem(request.id)
  const { problem, customer, order } = details
  const now = shop.clock.now()
  const payments = await shop.payments.listPayments(order.id)
  const isRefundWindowOver = payments.some((payment) => payment.reason === null && payment.isRefundWindowOver)
  const customerName = customer ? `${customer.firstName} ${customer.lastName}` : problemTexts.customerLabel
  const displayedState = problem.state === 'asked' ? 'asked' : problem.state === 'closed' ? 'closed' : 'open'
  return {
    title: problemTexts.problemNumber(problem.id),
    header: (
      <>
        <Badge tone="info">{texts.states[displayedState]}</Badge>
        <p>
          {displayedState === 'asked' ? (
            texts.pausedHint
          ) : (
            <b>{texts.answerUntil(formatTimestamp(problem.dueAt, now))}</b>
          )}
        </p>
      </>
    ),
    content: (
      <Columns layout="aside">
        <div className={stack}>
          <Panel title={problemTexts.kinds[problem.kind]}>
            <ProblemConversation
              problem={problem}
              customerName={customerName}
              photoBasePath={`${rootPath}/pedidos-de-clientes/${problem.id}/foto`}
            />
          </Panel>
          {displayedState === 'open' && isAllowed('requests.answer') && (
            <DecisionForm details={details} customerName={customer?.firstName ?? customerName} request={request} />
          )}
          {displayedState === 'open' && !isAllowed('requests.answer') && (
            <p className={muted}>{texts.cannotAnswerHint}</p>
          )}
        </div>
        <div className={stack}>
          <RefundPanel details={details} isRefundWindowOver={isRefundWindowOver} />
          <ReturnedGoodsPanel problem={problem} now={now} />
          <ButtonLink variant="outline" href={`${rootPath}/pedidos/${order.id}`}>
            {texts.openOrder}
          </ButtonLink>
        </div>
      </Columns>
    ),
  }
}

type RefundPanelProps = { details: BackofficeProblem; isRefundWindowOver: boolean }

/** What comes back if all is granted; once it is answered, what came back. */
function RefundPanel({ details: { problem, order, breakdown }, isRefundWindowOver }: RefundPanelProps) {
  if (problem.state === 'closed')
    return (
      <Panel title={texts.refundTitle}>
        <DescriptionList items={[{ name: problemTexts.total, value: <b>{formatMoney(problem.grantedCents)}</b> }]} />
      </Panel>
    )
  const { lines, couponCents, deliveryFeeCents, paidBackCents, totalCents, providerCents, walletCents } = breakdown
  const returnedProductIds = new Set(lines.map(({ productId }) => productId))
  return (
    <Panel title={texts.refundTitle}>
      <DescriptionList
        items={[
          ...lines.map(({ name, units, cents }) => ({ name: `${units} × ${name}`, value: formatMoney(cents) })),
          { name: problemTexts.coupon, value: couponCents > 0 && `−${formatMoney(couponCents)}` },
          { name: problemTexts.delivery, value: deliveryFeeCents > 0 && formatMoney(deliveryFeeCents) },
          { name: problemTexts.paidBack, value: paidBackCents > 0 && `−${formatMoney(paidBackCents)}` },
          { name: problemTexts.total, value: <b>{formatMoney(totalCents)}</b> },
          { name: problemTexts.toPaymentMethod, value: providerCents > 0 && formatMoney(providerCents) },
          { name: problemTexts.toWallet, value: walletCents > 0 && formatMoney(walletCents) },
        ]}
      />
      {order.lines.some(
        ({ productId, requiresPrescription }) => requiresPrescription && returnedProductIds.has(productId),
      ) && <p>{texts.medicineNotRestocked}</p>}
      {isRefundWindowOver && providerCents > 0 && <p>{orderTexts.pastRefundWindowHint}</p>}
    </Panel>
  )
}

/** Of a withdrawal: whether its goods are in the shop again. */
function ReturnedGoodsPanel({ problem, now }: { problem: Problem; now: Date }) {
  const { kind, state, decision, goodsReceivedAt } = problem
  if (kind !== 'withdraw' || state !== 'closed' || decision === 'refuse') return null
  return (
    <Panel title={texts.goodsTitle}>
      {goodsReceivedAt ? (
        <p>{texts.goodsReceivedAt(formatTimestamp(goodsReceivedAt, now))}</p>
      ) : (
        <PostForm className={stack}>
          <p>{texts.awaitingGoodsHint}</p>
          <IntentButton intent="receber" label={texts.receiveGoods} />
        </PostForm>
      )}
    </Panel>
  )
}

type DecisionFormProps = { details: BackofficeProblem; customerName: string; request: StaffRequest }

function DecisionForm({ details: { breakdown: refundBreakdown, seenHash }, customerName, request }: DecisionFormProps) {
  const { field } = showStaffForm(answerProblemForm, request, { texts: texts.fields(customerName) })
  const { name, label, defaultValue } = field('decision')
  return (
    <Panel title={texts.answer}>
      <PostForm className={stack}>
        <SeenState seenHash={seenHash} />
        <FieldSet legend={label}>
          {allDecisions.map((decision) => (
            <RadioCard
              key={decision}
              name={name}
              value={decision}
              required
              defaultChecked={decision === defaultValue}
              label={texts.decisions[decision]}
              detail={texts.decisionHints[decision](formatMoney(refundBreakdown.totalCents))}
            />
          ))}
        </FieldSet>
        {/* Its label says when it counts. */}
        <TextField {...field('amount')} isOptional={false} inputMode="decimal" autoComplete="off" />
        <TextArea {...field('message')} />
        <div className={row}>
          <IntentButton intent="answer" label={texts.submit} />
          <span className={muted}>{texts.submitHint}</span>
        </div>
      </PostForm>
    </Panel>
  )
}
