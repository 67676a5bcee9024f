import { z } from 'zod'
import type { BackofficeProblem } from '#server/backoffice/problems.ts'
import type { Decision, Problem } from '#server/problems/problem.ts'
import { parseId } from '../http/ids.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { formatMoney } from '../texts/format.ts'
import { parseMoney } from '../texts/money.ts'
import { problemTexts, backofficeProblemTexts as texts } from '../texts/problems.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { FieldSet, TextArea, TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { ProblemConversation } from '../ui/problem-conversation/problem-conversation.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'
import { formatTimestamp } from './audit-actions.ts'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import {
  type FailedForm,
  hasPermission,
  rawText,
  type StaffRequest,
  staffAction,
  staffForm,
  staffLoader,
} from './staff-pages.server.tsx'

const decisions = Object.keys(texts.decisions) as Decision[]

export const loader = staffLoader(loadView)

/** 'Responder'. */
const decideProblemForm = staffForm({
  intent: 'answer',
  schema: () =>
    z.object({
      decision: z.enum(decisions).catch('ask'),
      amount: rawText.transform((text) => parseMoney(text) ?? undefined),
      message: rawText,
    }),
  fields: { decision: 'decision', amount: 'amount', message: 'message' },
  run: ({ shop, actor, params }, { decision, amount: amountCents, message }) =>
    shop.backoffice.problems.decide(actor, parseId(params.id), { decision, amountCents, message }),
  respond: ({ root, params }) => {
    const id = parseId(params.id)
    return { to: `${root}/pedidos-de-clientes/${id}`, flash: texts.answerMessage(id) }
  },
})

/** 'Recebi os produtos', of a withdrawal. */
const receiveGoodsForm = staffForm({
  intent: 'receber',
  schema: () => z.object({}),
  fields: {},
  run: ({ shop, actor, params }) => shop.backoffice.problems.receiveGoods(actor, parseId(params.id)),
  respond: ({ root, params }) => ({
    to: `${root}/pedidos-de-clientes/${parseId(params.id)}`,
    flash: texts.goodsReceivedMessage,
  }),
})

export const action = staffAction([decideProblemForm, receiveGoodsForm], loadView)

async function loadView(request: StaffRequest, failedForm?: FailedForm): Promise<View> {
  const { shop, actor, root } = request
  const details = await shop.backoffice.problems.getProblem(actor, parseId(request.params.id))
  const { problem, customer, order } = details
  const now = shop.clock.now()
  const customerName = customer ? `${customer.firstName} ${customer.lastName}` : problemTexts.customerLabel
  const state = problem.state === 'asked' ? 'asked' : problem.state === 'closed' ? 'closed' : 'open'
  return {
    title: problemTexts.problemNumber(problem.id),
    body: (
      <div className={stack}>
        <div className={css.pageHeader}>
          <h1>{problemTexts.problemNumber(problem.id)}</h1>
          <Badge tone="info">{texts.states[state]}</Badge>
          <p>
            {state === 'asked' ? texts.pausedHint : <b>{texts.answerUntil(formatTimestamp(problem.dueAt, now))}</b>}
          </p>
        </div>
        {failedForm && <FormErrorMessage>{failedForm.message}</FormErrorMessage>}
        <Columns layout="aside">
          <div className={stack}>
            <Panel title={problemTexts.kinds[problem.kind]}>
              <ProblemConversation
                problem={problem}
                customerName={customerName}
                photoBasePath={`${root}/pedidos-de-clientes/${problem.id}/foto`}
              />
            </Panel>
            {state === 'open' && hasPermission(shop, actor, 'requests.answer') && (
              <DecisionForm
                details={details}
                customerName={customer?.firstName ?? customerName}
                failedForm={failedForm}
              />
            )}
            {state === 'open' && !hasPermission(shop, actor, 'requests.answer') && (
              <p className={muted}>{texts.mayNotAnswer}</p>
            )}
          </div>
          <div className={stack}>
            <Panel title={texts.refundTitle}>
              <DescriptionList
                items={[
                  ...details.breakdown.lines.map(({ name, units, cents }) => ({
                    name: `${units} × ${name}`,
                    value: formatMoney(cents),
                  })),
                  { name: problemTexts.total, value: <b>{formatMoney(details.breakdown.totalCents)}</b> },
                  {
                    name: problemTexts.toPaymentMethod,
                    value: details.breakdown.byProviderCents > 0 && formatMoney(details.breakdown.byProviderCents),
                  },
                  {
                    name: problemTexts.toWallet,
                    value: details.breakdown.toBalancesCents > 0 && formatMoney(details.breakdown.toBalancesCents),
                  },
                ]}
              />
              {order.lines.some(
                ({ productId, requiresPrescription }) =>
                  requiresPrescription && details.breakdown.lines.some((line) => line.productId === productId),
              ) && <p>{texts.medicineNotRestocked}</p>}
            </Panel>
            <ReturnedGoods problem={problem} now={now} />
            <ButtonLink variant="outline" href={`${root}/pedidos/${order.id}`}>
              {texts.openOrder}
            </ButtonLink>
          </div>
        </Columns>
      </div>
    ),
  }
}

/** Of a withdrawal: whether its goods are in the shop again. */
function ReturnedGoods({ problem, now }: { problem: Problem; now: Date }) {
  const { kind, state, decision, goodsReceivedAt } = problem
  if (kind !== 'withdraw' || state !== 'closed' || decision === 'refuse') return null
  return (
    <Panel title={texts.goodsTitle}>
      {goodsReceivedAt ? (
        <p>{texts.goodsReceivedAt(formatTimestamp(goodsReceivedAt, now))}</p>
      ) : (
        <PostForm className={stack}>
          <p>{texts.awaitingGoodsHint}</p>
          <Button name="intent" value="receber">
            {texts.receiveGoods}
          </Button>
        </PostForm>
      )}
    </Panel>
  )
}

function DecisionForm({
  details: { breakdown },
  customerName,
  failedForm,
}: {
  details: BackofficeProblem
  customerName: string
  failedForm: FailedForm | undefined
}) {
  const valueFor = (field: string) => failedForm?.fieldValue(field) ?? ''
  const errorFor = (field: string) => (failedForm?.firstErrorFieldId === field ? failedForm.message : null)
  return (
    <Panel title={texts.answer}>
      <PostForm className={stack}>
        <FieldSet legend={texts.decision}>
          {decisions.map((decision) => (
            <RadioCard
              key={decision}
              name="decision"
              value={decision}
              required
              defaultChecked={valueFor('decision') === decision}
              label={texts.decisions[decision]}
              detail={texts.decisionHints[decision](formatMoney(breakdown.totalCents))}
            />
          ))}
        </FieldSet>
        <TextField
          label={texts.amount}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={valueFor('amount')}
          error={errorFor('amount')}
        />
        <TextArea
          label={texts.message(customerName)}
          name="message"
          required
          maxLength={1000}
          defaultValue={valueFor('message')}
          error={errorFor('message')}
        />
        <div className={row}>
          <Button name="intent" value="answer">
            {texts.submit}
          </Button>
          <span className={muted}>{texts.submitHint}</span>
        </div>
      </PostForm>
    </Panel>
  )
}
