import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { describeInputs } from '../http/form-inputs.server.ts'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { buildNoStoreHeaders, createFlashMessage, throwAsErrorPage } from '../http/responses.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { row, stack } from '../styles/shared.css.ts'
import { toIsoDay } from '../texts/dates.ts'
import { formatDay, formatMoney } from '../texts/format.ts'
import { problemTexts as texts } from '../texts/problems.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextArea, TextField } from '../ui/field/field.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { ProblemConversation } from '../ui/problem-conversation/problem-conversation.tsx'
import { ContactPanel } from './contact-panel.tsx'
import { OrderBreadcrumb } from './order-breadcrumb.tsx'
import { readPhotos, requireOwnOrder } from './problems.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { customerId, order } = await requireOwnOrder(args)
  const { problems, profile } = args.context.shop
  const problem = await problems
    .getForCustomer(customerId, order.id, parseId(args.params.problemId))
    .catch(throwAsErrorPage)
  const mayReply = problem.kind !== 'cancel' && problem.kind !== 'withdraw'
  const messageHints = describeInputs(problems.forms.ProblemReportSchema).message
  return { problem, mayReply, messageHints, phone: profile.phone, chatHref: profile.pharmacistChatUrl }
}

export const headers = buildNoStoreHeaders

/** 'Responder': the customer's reply to a question, or to a decision that they do not accept. */
export const action = createCustomerAction(
  defineCustomerForm({
    intent: 'reply',
    schema: () => z.object({ message: z.string().default(''), seenHash: z.string().optional() }),
    fields: { file: 'file' },
    async run({ args, shop, formData }, { message, seenHash }) {
      const { customerId, order } = await requireOwnOrder(args)
      const id = parseId(args.params.problemId)
      const photos = await readPhotos(formData)
      await shop.problems.replyAsCustomer(customerId, order.id, id, message, photos, seenHash)
      return `/minha-conta/pedidos/${order.id}/problema/${id}`
    },
    respond: (_, to) => ({ to, flash: createFlashMessage('ok', texts.answerSentMessage) }),
  }),
)

export const meta = createNoindexMeta<typeof loader>((data) => data && texts.problemNumber(data.problem.id))

export default function ProblemConversationPage() {
  const { problem, mayReply, messageHints, phone, chatHref } = useLoaderData<typeof loader>()
  const { errors, getFieldError, getFieldValue } = toFormState(useActionData<typeof action>())
  const orderPath = `/minha-conta/pedidos/${problem.orderId}`
  const displayedState = problem.state === 'draft' ? 'open' : problem.state
  return (
    <>
      <OrderBreadcrumb orderId={problem.orderId} title={texts.problemNumber(problem.id)} />
      <Columns layout="aside">
        <div className={stack}>
          <div className={row}>
            <h1>{texts.problemNumber(problem.id)}</h1>
            <Badge tone={displayedState === 'asked' ? 'info' : 'plain'}>{texts.states[displayedState]}</Badge>
          </div>
          {displayedState === 'open' && <p>{texts.answerUntil(formatDay(toIsoDay(problem.dueAt)))}</p>}
          {displayedState === 'asked' && <Message tone="warn">{texts.waitingForCustomer}</Message>}
          {displayedState === 'closed' && problem.decision && (
            <Message tone={problem.decision === 'refuse' ? 'warn' : 'ok'} title={texts.decisions[problem.decision]}>
              {problem.grantedCents > 0 && <p>{texts.grantedAmount(formatMoney(problem.grantedCents))}</p>}
            </Message>
          )}
          <Panel title={texts.conversation}>
            <ProblemConversation
              problem={problem}
              customerName={texts.customerLabel}
              photoBasePath={`${orderPath}/problema/${problem.id}/foto`}
            />
          </Panel>
          {mayReply && (
            <Panel title={texts.yourAnswer}>
              <ErrorSummary errors={errors} />
              <PostForm className={stack} encType="multipart/form-data">
                <input type="hidden" name="seen_hash" value={problem.seenHash} />
                <TextArea
                  label={texts.yourAnswer}
                  name="message"
                  id="message"
                  required
                  {...messageHints}
                  isOptional={false}
                  defaultValue={getFieldValue('message')}
                  error={getFieldError('message')}
                />
                <TextField
                  label={texts.addPhoto}
                  isOptional
                  name="file"
                  id="file"
                  type="file"
                  accept="image/jpeg,image/png,image/webp"
                  error={getFieldError('file')}
                />
                <Button size="big">{texts.answer}</Button>
              </PostForm>
            </Panel>
          )}
          <ButtonLink variant="outline" href={orderPath}>
            {texts.backToOrder}
          </ButtonLink>
        </div>
        <ContactPanel phone={phone} chatHref={chatHref} />
      </Columns>
    </>
  )
}
