import { z } from 'zod'
import type { BackofficePrescription } from '#server/backoffice/prescriptions.ts'
import type { Validity } from '#server/prescriptions/validity.ts'
import { parseId } from '../http/ids.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { counterTexts } from '../texts/backoffice/frame.ts'
import { orderStatusTexts } from '../texts/backoffice/orders.ts'
import { prescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { formatDay } from '../texts/format.ts'
import { repeatTexts, useTexts } from '../texts/prescription-use.ts'
import { signatureTexts } from '../texts/signature.ts'
import { formatSncr } from '../texts/sncr.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Facts } from '../ui/facts/facts.tsx'
import { FieldSet, Radio, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import * as prescriptionCss from './prescription.css.ts'
import { ApprovalFields, approvalFields, approvalSchema, RecordFields } from './prescription-approval.tsx'
import { PrescriptionPicture } from './prescription-picture.tsx'
import { RepeatNotes, RepeatPanel, RepeatsOnApproval, repeatsField, repeatsInput } from './prescription-repeats.tsx'
import { SignaturePanel, signatureDetails, verdictsOf } from './prescription-signature.tsx'
import { UseNotes } from './prescription-use.tsx'
import { Refusal } from './refusal.tsx'
import { asTyped, type Desk, deskLoader, type RefusedForm, staffForm, staffForms } from './staff-pages.server.tsx'

export const loader = deskLoader(show)

/** The prescription that waits next is shown after a decision. */
async function afterDecision({ shop, actor, params, root }: Desk) {
  const id = parseId(params.id)
  const { nextId } = await shop.counter.prescriptions.findPrescription(actor, id)
  return { id, to: nextId === null ? `${root}/receitas` : `${root}/receitas/${nextId}` }
}

/** The approval's form, by its id. */
const approvalForm = 'aprovar'

const approve = staffForm({
  intent: 'aprovar',
  button: 'decisao',
  schema: () => approvalSchema,
  fields: approvalFields,
  async run(desk, approval) {
    const { id, to } = await afterDecision(desk)
    await desk.shop.counter.prescriptions.approve(desk.actor, id, approval)
    return to
  },
  next: (_, to) => ({ to, flash: texts.approvedReply }),
})

const reject = staffForm({
  intent: 'rejeitar',
  button: 'decisao',
  schema: () => z.object({ reason: asTyped, words: asTyped }),
  fields: { reason: 'motivo', words: 'frase' },
  async run(desk, { reason, words }) {
    const { id, to } = await afterDecision(desk)
    const explanation = [reason, words.trim()].filter(Boolean).join('. ')
    await desk.shop.counter.prescriptions.reject(desk.actor, id, explanation)
    return to
  },
  next: (_, to) => ({ to, flash: texts.rejectedReply }),
})

const complete = staffForm({
  intent: 'completar',
  button: 'decisao',
  schema: () => approvalSchema,
  fields: approvalFields,
  run: ({ shop, actor, params }, { facts }) =>
    shop.counter.prescriptions.completeFacts(actor, parseId(params.id), facts),
  next: ({ url }) => ({ to: url.pathname, flash: useTexts.recordSavedReply }),
})

const repeat = staffForm({
  intent: 'repetir',
  button: 'decisao',
  schema: () => z.object({ repeats: repeatsInput }),
  fields: { repeats: repeatsField },
  run: ({ shop, actor, params }, { repeats }) =>
    shop.counter.prescriptions.setRepeats(actor, parseId(params.id), repeats),
  next: ({ url }) => ({ to: url.pathname, flash: repeatTexts.savedReply }),
})

export const action = staffForms([approve, reject, complete, repeat], show)

async function show(desk: Desk, refused?: RefusedForm): Promise<View> {
  const details = await desk.shop.counter.prescriptions.findPrescription(desk.actor, parseId(desk.params.id))
  const { prescription, order } = details
  const { root } = desk
  return {
    title: texts.titleOf(order.id),
    ...(prescription.decision === null && { skipTo: { id: 'decisao', text: counterTexts.skipToDecision, key: 's' } }),
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>
            <a href={`${root}/pedidos/${order.id}`}>{texts.titleOf(order.id)}</a>
          </h1>
          <Badge tone="info">{orderStatusTexts[order.status]}</Badge>
          <nav className={`${row} ${css.end}`} aria-label={texts.queueLabel}>
            {details.previousId !== null && (
              <ButtonLink variant="outline" href={`${root}/receitas/${details.previousId}`}>
                {texts.previous}
              </ButtonLink>
            )}
            {details.queuePosition !== null && (
              <span className={muted}>{texts.queuePosition(details.queuePosition, details.queueLength)}</span>
            )}
            {details.nextId !== null && (
              <ButtonLink variant="outline" href={`${root}/receitas/${details.nextId}`}>
                {texts.next}
              </ButtonLink>
            )}
          </nav>
        </div>
        {refused && refused.field !== 'motivo' && <Refusal>{refused.message}</Refusal>}
        <div className={prescriptionCss.desk}>
          <div className={`${stack} ${prescriptionCss.file}`}>
            {prescription.parts.map((part) => (
              <PrescriptionPicture
                key={part.id}
                part={part}
                source={sourceOf(details, part, root)}
                path={desk.url.pathname}
              />
            ))}
          </div>
          <div className={`${stack} ${prescriptionCss.request}`}>
            <RepeatNotes details={details} root={root} />
            <OrderFacts details={details} root={root} />
          </div>
          <div className={`${stack} ${prescriptionCss.answer}`}>
            <Decision details={details} desk={desk} refused={refused} />
            <RecordPanel details={details} refused={refused} />
            <RepeatPanel details={details} refused={refused?.form === 'repetir' ? refused : undefined} />
          </div>
          <div className={`${stack} ${prescriptionCss.rest}`} id={signatureDetails}>
            <RepeatsOnApproval
              details={details}
              refused={refused?.form === 'aprovar' ? refused : undefined}
              form={approvalForm}
            />
            {prescription.parts.map((part) => (
              <SignaturePanel key={part.id} details={details} part={part} source={sourceOf(details, part, root)} />
            ))}
          </div>
        </div>
      </div>
    ),
  }
}

/** After the approval: what is recorded of a retained one. */
function RecordPanel({ details, refused }: { details: BackofficePrescription; refused: RefusedForm | undefined }) {
  if (!details.isRetained || details.prescription.status !== 'approved') return null
  return (
    <Panel title={useTexts.record}>
      {details.isRecordIncomplete && <Message tone="warn">{useTexts.incomplete}</Message>}
      <PostForm className={stack}>
        <RecordFields details={details} refused={refused?.form === 'completar' ? refused : undefined} />
        <Button variant="outline" name="decisao" value="completar">
          {useTexts.saveRecord}
        </Button>
      </PostForm>
    </Panel>
  )
}

type Part = BackofficePrescription['prescription']['parts'][number]

function sourceOf(details: BackofficePrescription, part: Part, root: string): string {
  return `${root}/receitas/${details.prescription.id}/arquivo/${part.id}`
}

/** What is asked, and what speaks against it. */
function OrderFacts({ details, root }: { details: BackofficePrescription; root: string }) {
  const { prescription, order, customer, products, validity } = details
  return (
    <Panel title={texts.facts}>
      <UseNotes details={details} root={root} />
      {prescription.parts.map((part) => (
        <div key={part.id} className={stack}>
          <Facts
            items={[
              { name: texts.patient, value: <b>{part.patient}</b> },
              { name: texts.buyer, value: `${customer?.firstName ?? ''} ${customer?.lastName ?? ''}` },
              ...part.products.map((product) => ({
                name: texts.product,
                value: (
                  <>
                    <b>{product.name}</b>
                    <br />
                    {order.lines.find(({ productId }) => productId === product.id)?.quantity ?? 0} un.
                  </>
                ),
              })),
              {
                name: texts.rule,
                value: texts.rules[products.get(part.products[0]?.id ?? 0)?.prescriptionClass ?? 'RX'],
              },
              { name: texts.type, value: texts.types[part.type] },
              { name: signatureTexts.title, value: verdictsOf(details, part) },
              { name: texts.issuers, value: part.issuers },
              { name: texts.code, value: part.code },
              { name: texts.sncr, value: part.sncr && formatSncr(part.sncr) },
              {
                name: texts.issuedAt,
                value: part.issuedAt === null ? texts.issuedAtUnknown : formatDay(part.issuedAt),
              },
            ]}
          />
          <ValidityNote validity={validity.get(part.id) ?? null} />
        </div>
      ))}
    </Panel>
  )
}

function ValidityNote({ validity }: { validity: Validity | null }) {
  if (!validity) return null
  if (validity.until === null || validity.daysLeft === null)
    return validity.ageInDays > 183 ? <Message tone="warn">{texts.issuedLongAgo(validity.ageInDays)}</Message> : null
  const until = formatDay(validity.until)
  if (validity.daysLeft < 0)
    return (
      <Message tone="error" title={texts.expired(-validity.daysLeft)}>
        <p>{texts.expiredAt(until)}</p>
      </Message>
    )
  return (
    <Message tone="ok" title={texts.valid(until)}>
      <p>{texts.daysLeft(validity.daysLeft)}</p>
    </Message>
  )
}

function Decision({
  details,
  desk,
  refused,
}: {
  details: BackofficePrescription
  desk: Desk
  refused: RefusedForm | undefined
}) {
  const { decision } = details.prescription
  if (decision)
    return (
      <Panel title={texts.decision}>
        <p>
          <Badge tone={details.prescription.status === 'approved' ? 'ok' : 'plain'}>
            {details.prescription.status === 'approved' ? texts.approved : texts.rejected}
          </Badge>{' '}
          {details.prescription.reason}
        </p>
        <p>{texts.decidedBy(decision.by.name, decision.by.crf, formatDateAndTime(decision.at))}</p>
        {decision.justification && (
          <p>
            {useTexts.justified}: {decision.justification}
          </p>
        )}
      </Panel>
    )
  const refusedApproval = refused?.form === 'aprovar' ? refused : undefined
  return (
    <section className={prescriptionCss.decision} id="decisao" tabIndex={-1} aria-label={texts.decision}>
      <Panel label={texts.decision} as="div">
        <PostForm className={stack} id={approvalForm}>
          <ApprovalFields details={details} refused={refusedApproval} />
          <Button size="wide" name="decisao" value="aprovar">
            {texts.approve}
          </Button>
          <p className={muted}>{texts.signedBy(desk.actor.name, desk.actor.crf ?? '')}</p>
        </PostForm>
        <PostForm className={stack}>
          <FieldSet
            legend={texts.rejectLegend}
            id="motivo"
            error={refused?.field === 'motivo' ? refused.message : null}
          >
            {texts.reasons.map((reason) => (
              <Radio key={reason} label={reason} name="motivo" value={reason} />
            ))}
          </FieldSet>
          <TextField
            label={texts.otherReason}
            name="frase"
            maxLength={300}
            defaultValue={refused?.fieldValue('frase') ?? ''}
          />
          <Button variant="danger" name="decisao" value="rejeitar">
            {texts.reject}
          </Button>
        </PostForm>
        <p className={muted}>{texts.keyboardHint}</p>
      </Panel>
    </section>
  )
}
