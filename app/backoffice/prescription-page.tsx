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
async function nextOf({ shop, actor, params, root }: Desk) {
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
    const { id, to } = await nextOf(desk)
    await desk.shop.counter.prescriptions.approve(desk.actor, id, approval)
    return to
  },
  next: (_, to) => ({ to, flash: texts.approvedDone }),
})

const reject = staffForm({
  intent: 'rejeitar',
  button: 'decisao',
  schema: () => z.object({ reason: asTyped, words: asTyped }),
  fields: { reason: 'motivo', words: 'frase' },
  async run(desk, { reason, words }) {
    const { id, to } = await nextOf(desk)
    const whole = [reason, words.trim()].filter(Boolean).join('. ')
    await desk.shop.counter.prescriptions.reject(desk.actor, id, whole)
    return to
  },
  next: (_, to) => ({ to, flash: texts.rejectedDone }),
})

const complete = staffForm({
  intent: 'completar',
  button: 'decisao',
  schema: () => approvalSchema,
  fields: approvalFields,
  run: ({ shop, actor, params }, { facts }) =>
    shop.counter.prescriptions.completeFacts(actor, parseId(params.id), facts),
  next: ({ url }) => ({ to: url.pathname, flash: useTexts.recordSaved }),
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
  const record = await desk.shop.counter.prescriptions.findPrescription(desk.actor, parseId(desk.params.id))
  const { prescription, order } = record
  const { root } = desk
  return {
    title: texts.of(order.id),
    ...(prescription.decision === null && { skipTo: { id: 'decisao', text: counterTexts.skipToDecision, key: 's' } }),
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>
            <a href={`${root}/pedidos/${order.id}`}>{texts.of(order.id)}</a>
          </h1>
          <Badge tone="info">{orderStatusTexts[order.status]}</Badge>
          <nav className={`${row} ${css.end}`} aria-label={texts.neighbours}>
            {record.previousId !== null && (
              <ButtonLink variant="outline" href={`${root}/receitas/${record.previousId}`}>
                {texts.previous}
              </ButtonLink>
            )}
            {record.place !== null && <span className={muted}>{texts.place(record.place, record.waiting)}</span>}
            {record.nextId !== null && (
              <ButtonLink variant="outline" href={`${root}/receitas/${record.nextId}`}>
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
                source={sourceOf(record, part, root)}
                path={desk.url.pathname}
              />
            ))}
          </div>
          <div className={`${stack} ${prescriptionCss.request}`}>
            <RepeatNotes found={record} root={root} />
            <OrderFacts found={record} root={root} />
          </div>
          <div className={`${stack} ${prescriptionCss.answer}`}>
            <Decision found={record} desk={desk} refused={refused} />
            <RecordPanel found={record} refused={refused} />
            <RepeatPanel found={record} refused={refused?.form === 'repetir' ? refused : undefined} />
          </div>
          <div className={`${stack} ${prescriptionCss.rest}`} id={signatureDetails}>
            <RepeatsOnApproval
              found={record}
              refused={refused?.form === 'aprovar' ? refused : undefined}
              form={approvalForm}
            />
            {prescription.parts.map((part) => (
              <SignaturePanel key={part.id} found={record} part={part} source={sourceOf(record, part, root)} />
            ))}
          </div>
        </div>
      </div>
    ),
  }
}

/** After the approval: what is recorded of a retained one. */
function RecordPanel({ found, refused }: { found: BackofficePrescription; refused: RefusedForm | undefined }) {
  if (!found.isRetained || found.prescription.status !== 'approved') return null
  return (
    <Panel title={useTexts.record}>
      {found.isRecordIncomplete && <Message tone="warn">{useTexts.incomplete}</Message>}
      <PostForm className={stack}>
        <RecordFields found={found} refused={refused?.form === 'completar' ? refused : undefined} />
        <Button variant="outline" name="decisao" value="completar">
          {useTexts.saveRecord}
        </Button>
      </PostForm>
    </Panel>
  )
}

type Part = BackofficePrescription['prescription']['parts'][number]

function sourceOf(found: BackofficePrescription, part: Part, root: string): string {
  return `${root}/receitas/${found.prescription.id}/arquivo/${part.id}`
}

/** What is asked, and what speaks against it. */
function OrderFacts({ found, root }: { found: BackofficePrescription; root: string }) {
  const { prescription, order, customer, products, validity } = found
  return (
    <Panel title={texts.facts}>
      <UseNotes found={found} root={root} />
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
              { name: texts.kindName, value: texts.kind[part.type] },
              { name: signatureTexts.title, value: verdictsOf(found, part) },
              { name: texts.issuers, value: part.issuers },
              { name: texts.code, value: part.code },
              { name: texts.sncr, value: part.sncr && formatSncr(part.sncr) },
              { name: texts.issued, value: part.issuedAt === null ? texts.issuedUnknown : formatDay(part.issuedAt) },
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
    return validity.ageInDays > 183 ? <Message tone="warn">{texts.old(validity.ageInDays)}</Message> : null
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
  found,
  desk,
  refused,
}: {
  found: BackofficePrescription
  desk: Desk
  refused: RefusedForm | undefined
}) {
  const { decision } = found.prescription
  if (decision)
    return (
      <Panel title={texts.decision}>
        <p>
          <Badge tone={found.prescription.status === 'approved' ? 'ok' : 'plain'}>
            {found.prescription.status === 'approved' ? texts.approved : texts.rejected}
          </Badge>{' '}
          {found.prescription.reason}
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
          <ApprovalFields found={found} refused={refusedApproval} />
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
            label={texts.ownReason}
            name="frase"
            maxLength={300}
            defaultValue={refused?.typed('frase') ?? ''}
          />
          <Button variant="danger" name="decisao" value="rejeitar">
            {texts.reject}
          </Button>
        </PostForm>
        <p className={muted}>{texts.byKeyboard}</p>
      </Panel>
    </section>
  )
}
